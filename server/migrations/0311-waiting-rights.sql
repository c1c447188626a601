-- What a waiting request for rights would change, as it was when it was asked for: only a change of this makes the request
-- outdated, not each change of the user. Null for requests of former versions, which compare the user's version.
alter table rights_grants add column before jsonb;

-- Agents' names came into requests that copied a colleague's visibility; approval refuses fields that it does not know.
update rights_grants set payload = jsonb_set(payload, '{rules}',
    (select coalesce(jsonb_agg(rule - 'agentName' order by position), '[]')
      from jsonb_array_elements(payload -> 'rules') with ordinality as rules (rule, position)))
  where act = 'visibility' and payload is not null;

-- Our agent of an NPN. The name decides only where it is all that is known: for a record without an NPN, or for an agent of ours
-- without one. A namesake of another agency is not our agent.
create or replace function agent_called(number text, called text) returns bigint language sql stable as $$
  select coalesce(
    (select a.id from agents a where a.npn = ltrim(number, '0')),
    (select a.id from (
      select min(id) as id, min(npn) as npn from agents where plain_text(name) = plain_text(called) having count(*) = 1) a
      where coalesce(number, '') = '' or a.npn is null))
$$;

-- Zeros in front, as 0301 took them off: refetched records still had them.
update exchange_agents set npn = ltrim(npn, '0') where npn ~ '^0+[1-9]\d*$';
update marketplace_applications set agent_npn = ltrim(agent_npn, '0') where agent_npn ~ '^0+[1-9]\d*$';

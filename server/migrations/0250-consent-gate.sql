-- What a consent allows, to whom and for how long (45 CFR 155.220(j)(2)(iii), decision 250). Earlier consents named all points
-- of the text, the agency with its agents, and twelve months.
alter table consent_requests add column scopes text[] not null default '{search,apply,maintain}'
  constraint consent_requests_scopes check (cardinality(scopes) > 0 and scopes <@ array['search', 'apply', 'maintain']);
-- Set when the client allows this agent only.
alter table consent_requests add column only_agent boolean not null default false
  constraint consent_requests_only_agent check (not only_agent or agent_id is not null);
alter table consent_requests add column months int not null default 12
  constraint consent_requests_months check (months between 1 and 12);

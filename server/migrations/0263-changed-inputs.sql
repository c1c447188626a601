-- Versions of what a draft was calculated from, so that its page can say what changed since.
alter table pay_runs add column inputs jsonb not null default '{}';

insert into list_versions (list) values ('policy_splits'), ('agent_credentials');
create trigger policy_splits_touch after insert or update or delete or truncate on policy_splits
  for each statement execute function note_list_touch('policy_splits');
create trigger agent_licenses_touch after insert or update or delete or truncate on agent_licenses
  for each statement execute function note_list_touch('agent_credentials');
create trigger agent_appointments_touch after insert or update or delete or truncate on agent_appointments
  for each statement execute function note_list_touch('agent_credentials');

-- Lines of a run by carrier.
create index pay_earnings_carrier on pay_earnings (run_id, carrier_id, statement, id);

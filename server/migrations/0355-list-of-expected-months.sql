-- runs with: 0344
-- Expected months are a list of their own: with the rule that decided each, a key, an index in its order, one for an agent's months,
-- and a version by which its count is kept.
alter table commission_months add column id bigint generated always as identity constraint commission_months_id unique, add column rule text;
comment on column commission_months.rule is 'Why it has this state (MonthRule); null until the ledger is derived again';
create index commission_months_month on commission_months (month, id);
create index commission_months_agent on commission_months (agent_id, month, id);
insert into list_versions (list) values ('expected_months');
create trigger commission_months_touch after insert or update or delete or truncate on commission_months
  for each statement execute function note_list_touch('expected_months');
insert into ledgers_to_derive select distinct carrier_id from commission_months on conflict do nothing;

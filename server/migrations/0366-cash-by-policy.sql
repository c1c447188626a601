-- runs with: 0356
-- What the next statements should bring by policy (decision 297): the list behind each figure of expected cash. Statements in a row with
-- the same amount are one row; one that begins with the first statement to come, or lasts to the last that is calculated, has no end
-- there, so that a policy that goes on as it is keeps its row from load to load.
create table cash_to_come (
  id bigint generated always as identity primary key,
  policy_id bigint not null references policies on delete cascade,
  carrier_id bigint not null,
  agent_id bigint,
  first_statement date,
  last_statement date,
  amount numeric(12, 2) not null
);
create index cash_to_come_policy on cash_to_come (policy_id);
create index cash_to_come_carrier on cash_to_come (carrier_id, id);
create index cash_to_come_agent on cash_to_come (agent_id, id);

-- The first and the last statement of a carrier whose cash is calculated.
create table cash_windows (
  carrier_id bigint primary key,
  first_statement date not null,
  last_statement date not null
);

create view expected_cash_rows as
select c.id * 1000 + s.place as id, c.id as run_id, c.policy_id, c.carrier_id, c.agent_id, s.statement::date as statement, c.amount
from cash_to_come c join cash_windows w on w.carrier_id = c.carrier_id
cross join lateral generate_series(coalesce(c.first_statement, w.first_statement), coalesce(c.last_statement, w.last_statement),
  interval '1 month') with ordinality s (statement, place);

insert into list_versions (list) values ('expected_cash');
create trigger cash_to_come_touch after insert or update or delete or truncate on cash_to_come
  for each statement execute function note_list_touch('expected_cash');
create trigger cash_windows_touch after insert or update or delete or truncate on cash_windows
  for each statement execute function note_list_touch('expected_cash');
insert into ledgers_to_derive select distinct carrier_id from expected_cash on conflict do nothing;

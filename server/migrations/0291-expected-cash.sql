-- What the next statements of a carrier should bring, by agent of record and statement. Derived by derive-months.ts.
create table expected_cash (
  carrier_id bigint not null references carriers,
  agent_id bigint references agents,
  statement date not null,
  policies int not null,
  amount numeric(14, 2) not null,
  -- Policies that no row of the schedule rates; they are not in the amount.
  unrated int not null default 0,
  constraint expected_cash_once unique nulls not distinct (carrier_id, agent_id, statement)
);
create index expected_cash_agent on expected_cash (agent_id);
create index expected_cash_statement on expected_cash (statement);

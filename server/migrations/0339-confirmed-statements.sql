-- A person says that a carrier's statement of a month is whole: nothing else of it will come (money.md, rule 8). It holds while the
-- statement has at least as many lines as then, so that an undo takes it back and the next load of the file restores it.
create table statement_confirmations (
  id bigint generated always as identity primary key,
  carrier_id bigint not null references carriers,
  month date not null constraint statement_confirmations_first_of_month check (extract(day from month) = 1),
  lines int not null,
  reason text not null default '',
  created_at timestamptz not null default now(),
  created_by bigint references users,
  undone_at timestamptz,
  undone_by bigint references users
);
create unique index statement_confirmations_once on statement_confirmations (carrier_id, month) where undone_at is null;
create index statement_confirmations_all on statement_confirmations (carrier_id, month, id);

-- A person says that equal lines are all right (class 'duplicate'). They are known by what makes them equal, not by their ids, so
-- that an undo and the next load of the file keep the decision; one more equal line is a duplicate again.
create table equal_line_confirmations (
  id bigint generated always as identity primary key,
  carrier_id bigint not null references carriers,
  policy_number text not null,
  statement date not null constraint equal_line_confirmations_first_of_month check (extract(day from statement) = 1),
  amount numeric(12, 2) not null,
  lines int not null constraint equal_line_confirmations_several check (lines > 1),
  reason text not null default '',
  created_at timestamptz not null default now(),
  created_by bigint references users,
  undone_at timestamptz,
  undone_by bigint references users
);
create unique index equal_line_confirmations_once on equal_line_confirmations (carrier_id, policy_number, statement, amount)
  where undone_at is null;

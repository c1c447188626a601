-- What is going to be destroyed: nothing goes before it was found due on as many days as domain/src/retention says, one
-- after the other (P-68). Times are the database's.
create table retention_due (
  class text not null,
  record_id text not null,
  announced_at timestamptz not null default now(),
  -- On how many days in a row it was found.
  looks int not null default 1,
  primary key (class, record_id)
);
create index retention_due_looks on retention_due (class, looks);

-- When each class was last looked through.
create table retention_looks (
  class text primary key,
  looked_at timestamptz not null default now()
);

-- Whose household application holds a person (see server/src/retention/person-holds.ts).
create index offline_app_members_person on offline_app_members (dob, (plain_text(last_name)));
create index sessions_began on sessions (created_at);

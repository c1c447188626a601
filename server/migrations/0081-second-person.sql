-- Rights given beyond the giver's own, and emergency access to clients' records: both need a second person, or tell them
-- (docs/decisions/081-second-person.md).

-- Whether rights beyond the giver's own wait for a second security administrator; otherwise all are notified at once.
alter table agency_settings add column second_approval boolean not null default false;

create table rights_grants (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  act text not null constraint rights_grants_act
    check (act in ('rights', 'visibility', 'contact', 'second factor', 'password', 'email')),
  -- Names of the rights beyond the giver's own: never values of records.
  rights text not null,
  asked_by bigint not null references users,
  asked_at timestamptz not null,
  -- The change that waits, as its call was made; null once it is decided, and for one that took effect at once.
  payload jsonb,
  expires_at timestamptz,
  decision text constraint rights_grants_decision check (decision in ('notified', 'approved', 'refused')),
  decided_by bigint references users,
  decided_at timestamptz,
  constraint rights_grants_second_person check (decided_by <> asked_by and decided_by <> user_id)
);
create index rights_grants_user on rights_grants (user_id);

create table emergency_accesses (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  reason text not null constraint emergency_accesses_reason check (length(reason) between 10 and 500),
  minutes int not null constraint emergency_accesses_minutes check (minutes between 15 and 240),
  asked_at timestamptz not null,
  -- A request that nobody has decided by then is over.
  ask_expires_at timestamptz not null,
  decision text constraint emergency_accesses_decision check (decision in ('approved', 'refused')),
  decided_by bigint references users,
  decided_at timestamptz,
  -- Of an approved one; it ends at the earlier of the two.
  until timestamptz,
  ended_at timestamptz,
  ended_by bigint references users,
  constraint emergency_accesses_second_person check (decided_by <> user_id),
  constraint emergency_accesses_until check ((decision = 'approved') = (until is not null))
);
create index emergency_accesses_user on emergency_accesses (user_id, until);

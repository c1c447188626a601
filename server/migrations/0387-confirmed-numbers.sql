-- runs with: 0380
-- Another number of one's own for codes waits here until it is confirmed with the code that was sent to it, like another address.
create table phone_changes (
  user_id bigint primary key references users on delete cascade,
  id uuid not null,
  phone text not null,
  code_hash bytea not null,
  failures int not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);

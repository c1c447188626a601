-- Public registrations wait here until their e-mail address is confirmed (docs/decisions/080-unconfirmed-addresses.md).
-- A row is no user: it reserves neither user name nor address, and several may wait for the same ones.
create table registrations (
  id bigint generated always as identity primary key,
  code_hash bytea not null unique,
  user_name text not null,
  email text not null,
  first_name text not null,
  last_name text not null,
  phone text,
  language text not null,
  password_hash text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index registrations_user_name on registrations (lower(user_name), id);
create index registrations_expiry on registrations (expires_at);

-- An account that the public made before addresses were confirmed: its user name yields to whoever has a right to it.
alter table users add column address_unproven boolean not null default false;
update users u set address_unproven = true
where u.roles = '{consumer}' and u.application_id is null and exists (
  select from audit_events e
  where e.entity = 'user' and e.entity_id = u.id::text and e.action = 'create' and e.facts ->> 'byAdmin' = 'false');

-- Another address of one's own waits here until it is confirmed with the code that was sent to it.
create table email_changes (
  user_id bigint primary key references users on delete cascade,
  id uuid not null,
  email text not null,
  code_hash bytea not null,
  failures int not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);

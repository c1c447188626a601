-- Who may try to sign in, and how often (docs/decisions/008-sign-in.md).

-- A failure in a browser in which the account's owner signed in before counts apart: strangers' failures do not keep the
-- owner out, and a stolen browser is no way around the limit.
alter table sign_in_failures add column known_device boolean not null default false;
create index sign_in_failures_at on sign_in_failures (at);

-- Failures in a row since the last sign-in or new password, by the name that was typed, whether it is a user's or not.
create table sign_in_streaks (
  account text primary key,
  failures int not null,
  last_at timestamptz not null default now()
);

-- Calls that anyone may make, but not without end: reset links and registrations, by account and by address.
create table public_calls (
  id bigint generated always as identity primary key,
  call text not null,
  caller text not null,
  at timestamptz not null default now()
);
create index public_calls_caller on public_calls (call, caller, at);
create index public_calls_at on public_calls (at);

create index known_devices_seen on known_devices (last_seen_at);

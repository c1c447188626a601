-- Second factors by a person's own choice, and authenticator apps that are being set up.
alter table users
  -- The ways in which a person wants to be sent a code at each login, beside what the role asks for.
  add column codes_by text[] not null default '{}' constraint users_codes_by_known check (codes_by <@ '{email,sms}'::text[]);

-- The secret of an app that is being set up. It stands apart from the one in use, so that moving to another phone and
-- giving up halfway leaves the old app as it was.
create table user_authenticator_offers (
  user_id bigint primary key references users on delete cascade,
  secret_sealed bytea not null,
  offered_at timestamptz not null default now()
);

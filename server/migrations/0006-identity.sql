-- Identity whole: what a user is reached by, temporary passwords, second factors, sign-ins under way, known devices,
-- messages to send. Secrets stand here only hashed (what is compared) or sealed (what must be read again).
alter table users
  add column email text not null default '',
  add column phone text constraint users_phone_ten_digits check (phone ~ '^\d{10}$'),
  add column type_id int not null default 1,
  -- Language of the messages to the person.
  add column language text not null default 'en' constraint users_language_known check (language in ('en', 'es')),
  -- A password that somebody else chose: good for one thing, to be replaced, until this moment (P-12).
  add column temporary_until timestamptz,
  add column version int not null default 1;
update users set email = user_name;
create index users_type on users (type_id);
create index users_created on users (created_at, id);
create index users_org on users (org, id);

-- The authenticator app of a person (RFC 6238). Not confirmed: shown once, not asked for yet.
create table user_authenticators (
  user_id bigint primary key references users on delete cascade,
  secret_sealed bytea not null,
  confirmed_at timestamptz,
  -- The last time step whose code was taken: a code is taken once.
  last_step bigint not null default 0,
  created_at timestamptz not null default now()
);
create table user_recovery_codes (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  code_hash bytea not null,
  used_at timestamptz
);
create index user_recovery_codes_user on user_recovery_codes (user_id);

-- How the second factor of a session was passed: authenticator, recovery, email or sms; null without one.
alter table sessions add column second_factor text;

-- A sign-in under way, or a reset: what its unguessable code (128 bits and more, kept as SHA-256) permits, and to whom.
-- second_factor: user and password were right. reset: only to set a password, by link or after a temporary one.
create table sign_in_attempts (
  id uuid primary key,
  code_hash bytea not null unique,
  user_id bigint not null references users on delete cascade,
  purpose text not null constraint sign_in_attempts_purpose check (purpose in ('second_factor', 'reset')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  -- Wrong codes of all methods together.
  failures smallint not null default 0,
  address text,
  user_agent text
);
create index sign_in_attempts_user on sign_in_attempts (user_id) where ended_at is null;
create index sign_in_attempts_expiry on sign_in_attempts (expires_at);

-- The codes sent for a sign-in: six digits, kept as a keyed hash, bound to their sign-in (P-06).
create table sign_in_codes (
  id bigint generated always as identity primary key,
  attempt_id uuid not null references sign_in_attempts on delete cascade,
  method text not null,
  code_hash bytea not null,
  sent_at timestamptz not null default now(),
  expires_at timestamptz not null,
  failures smallint not null default 0,
  ended_at timestamptz
);
create index sign_in_codes_attempt on sign_in_codes (attempt_id, sent_at);

-- A browser in which the person signed in before: strangers' failures do not keep it out (A-036).
create table known_devices (
  user_id bigint not null references users on delete cascade,
  device_hash bytea not null,
  last_seen_at timestamptz not null default now(),
  primary key (user_id, device_hash)
);

-- Messages, written in the transaction of what causes them and sent at least once under a stable id. The text is sealed,
-- since it may hold a code or a link, and is wiped when the message has gone out.
create table outbox (
  id uuid primary key,
  channel text not null constraint outbox_channel check (channel in ('email', 'sms')),
  kind text not null,
  user_id bigint references users on delete set null,
  recipient text not null,
  language text not null,
  content_sealed bytea,
  created_at timestamptz not null default now(),
  next_try_at timestamptz not null default now(),
  tries smallint not null default 0,
  sent_at timestamptz,
  given_up_at timestamptz,
  last_error text
);
create index outbox_due on outbox (next_try_at) where sent_at is null and given_up_at is null;
create index outbox_created on outbox (created_at desc, id);

-- What My Account holds beyond name, e-mail and phone; purposes are ids of the list of purposes.
alter table contacts
  add column npn text constraint contacts_npn_digits check (npn ~ '^\d{1,10}$'),
  add column ffe_id text,
  add column created_by bigint references users,
  add column version int not null default 1;
alter table contact_emails add column purposes int[] not null default '{}';
alter table contact_phones add column purposes int[] not null default '{}';
create table contact_addresses (
  id bigint generated always as identity primary key,
  contact_id bigint not null references contacts on delete cascade,
  address text not null constraint contact_addresses_length check (length(address) <= 95),
  country_id int references countries,
  state_id int references states,
  city_id int references cities,
  zip_code text not null default '' constraint contact_addresses_zip_digits check (zip_code ~ '^\d*$'),
  position smallint not null default 0,
  purposes int[] not null default '{}'
);
create index contact_addresses_contact on contact_addresses (contact_id);

create table user_photos (
  user_id bigint primary key references users on delete cascade,
  png bytea not null,
  changed_at timestamptz not null default now()
);

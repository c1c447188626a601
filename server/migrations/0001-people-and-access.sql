-- People, producers, users, rights and sessions. Extensions live in a schema of their own, so that the agency's schema
-- holds only the agency's tables.
create schema if not exists extensions;
create extension if not exists pg_trgm with schema extensions;
create extension if not exists btree_gist with schema extensions;

create table contacts (
  id bigint generated always as identity primary key,
  first_name text not null,
  middle_name text not null default '',
  last_name text not null,
  dob date,
  sex text constraint contacts_sex check (sex in ('M', 'F')),
  created_at timestamptz not null default now()
);

create table contact_emails (
  id bigint generated always as identity primary key,
  contact_id bigint not null references contacts on delete cascade,
  email text not null,
  position smallint not null default 0
);
create index contact_emails_contact on contact_emails (contact_id);
create index contact_emails_email on contact_emails (lower(email));

create table contact_phones (
  id bigint generated always as identity primary key,
  contact_id bigint not null references contacts on delete cascade,
  phone text not null constraint contact_phones_ten_digits check (phone ~ '^\d{10}$'),
  position smallint not null default 0
);
create index contact_phones_contact on contact_phones (contact_id);
create index contact_phones_phone on contact_phones (phone);

create table agents (
  id bigint generated always as identity primary key,
  contact_id bigint not null unique references contacts,
  name text not null constraint agents_name_length check (length(name) <= 150),
  login_email text not null,
  npn text constraint agents_npn_digits check (npn ~ '^\d{1,10}$'),
  agent_type_id int,
  location_id int,
  status_id int not null default 1,
  created_at timestamptz not null default now()
);
create unique index agents_login_email_taken on agents (lower(login_email));
create unique index agents_npn_taken on agents (npn);

-- Roles and claims stand on the user's row: they are read with every request (P-19).
create table users (
  id bigint generated always as identity primary key,
  user_name text not null,
  contact_id bigint references contacts,
  password_hash text not null,
  enabled boolean not null default true,
  roles text[] not null default '{}'
    constraint users_roles_known check (roles <@ '{customer,agent,administrator,securityadmin,consumer}'::text[]),
  claims text[] not null default '{}',
  has_full_agent_access boolean not null default false,
  org text,
  ffe_user_id text,
  application_id text,
  created_at timestamptz not null default now()
);
create unique index users_user_name_taken on users (lower(user_name));
create index users_contact on users (contact_id);

-- '__all__' is said, never meant by null; no row opens nothing (A-040, P-29).
create table user_visibility (
  user_id bigint not null references users on delete cascade,
  agent_id text not null constraint user_visibility_agent check (agent_id = '__all__' or agent_id ~ '^\d+$'),
  resource_id text not null,
  primary key (user_id, agent_id, resource_id)
);

create table sessions (
  id uuid primary key,
  user_id bigint not null references users on delete cascade,
  created_at timestamptz not null default now(),
  last_active_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- A session offered beside an older live one is inert until it is accepted (A-029).
  pending boolean not null default false,
  ended_at timestamptz,
  end_reason text,
  address text,
  user_agent text
);
create index sessions_user on sessions (user_id) where ended_at is null;
create index sessions_expiry on sessions (expires_at) where ended_at is null;

create table sign_in_failures (
  id bigint generated always as identity primary key,
  account text not null,
  address text not null,
  at timestamptz not null default now()
);
create index sign_in_failures_account on sign_in_failures (account, at);
create index sign_in_failures_address on sign_in_failures (address, at);

-- Who did what to whom, when, from where, with what outcome; no values. Rows are only ever added.
create table audit_events (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  user_id bigint,
  session_id uuid,
  action text not null,
  entity text,
  entity_id text,
  outcome text not null,
  address text,
  request_id text,
  facts jsonb not null default '{}'
);
create index audit_events_at on audit_events (at);
create index audit_events_entity on audit_events (entity, entity_id);

-- What a person chose for the screens: columns, widths, density. One small document per screen.
create table user_preferences (
  user_id bigint not null references users on delete cascade,
  screen text not null,
  chosen jsonb not null,
  primary key (user_id, screen)
);

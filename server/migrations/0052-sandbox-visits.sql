-- Who came over to the sandbox exchange with a token, and what it made of enrollments. A party of its own: nothing here
-- refers to the agency's tables.
create table sandbox_exchange_visits (
  -- SHA-256 of what the browser keeps.
  visit_hash bytea primary key,
  -- What the hand-off told of who came (HandedOver), of which the exchange keeps what it needs.
  partner_user_id text not null,
  npn text,
  name text not null,
  expires_at timestamptz not null,
  -- The application that was sent in during this visit; a second sending answers it again.
  exchange_assigned_id text
);
create index sandbox_exchange_visits_expires on sandbox_exchange_visits (expires_at);
create sequence sandbox_exchange_numbers start 6100000001;

-- What it answered to an enrollment: the same id again is answered the same, and enrolls nobody twice.
create table sandbox_exchange_enrollments (
  submission_id uuid primary key,
  exchange_assigned_id text not null,
  answer jsonb not null,
  answered_at timestamptz not null default now()
);

-- What browsers are told of at once, and the tokens with which a person goes over to another application.

-- Written in the transaction of what it tells of; every node that has sockets of the person sends it on. `tx` lets a node
-- ask for exactly what has become visible since it last asked, however long a transaction took to commit.
create table live_events (
  id bigint generated always as identity primary key,
  tx xid8 not null default pg_current_xact_id(),
  user_id bigint not null references users on delete cascade,
  service text not null,
  happening text not null,
  record jsonb not null,
  at timestamptz not null default clock_timestamp()
);
create index live_events_tx on live_events (tx);
create index live_events_at on live_events (at);

-- Kept as a hash only. One is spent by its first use, and worth nothing without the session that it was made in.
create table hand_offs (
  token_hash bytea primary key,
  audience text not null constraint hand_offs_audience_known check (audience in ('marketplace', 'ede', 'telephony', 'marketing')),
  session_id uuid not null references sessions on delete cascade,
  made_at timestamptz not null default now(),
  expires_at timestamptz not null,
  spent_at timestamptz
);
create index hand_offs_session on hand_offs (session_id);
create index hand_offs_expires on hand_offs (expires_at);

-- Security alerts and the last check of the audit record (docs/decisions/083-alerts.md).
create table security_alerts (
  id bigint generated always as identity primary key,
  kind text not null constraint security_alerts_kind check (kind in ('exports', 'reveals', 'refusals', 'audit-record')),
  user_id bigint references users on delete set null,
  -- For requests without a session.
  address text,
  -- Counts of the hour before the alert.
  times int not null default 0,
  records bigint not null default 0,
  details text,
  raised_at timestamptz not null default now(),
  -- One alert of a kind for each user or address a day: further activity of that day adds nothing new to look at.
  raised_on date not null default current_date
);
create unique index security_alerts_once on security_alerts
  (kind, coalesce(user_id, 0), coalesce(address, ''), raised_on);
create index security_alerts_newest on security_alerts (raised_at, id);

-- The rows of the audit record that raise alerts: few among the reads.
create index audit_events_alerting on audit_events (at)
  where outcome = 'refused' or action in ('export', 'reveal');

-- The anchors of the record are files of each server, so each server checks the record with its own.
create table audit_checks (
  server text primary key,
  checked_at timestamptz not null,
  whole boolean not null,
  outcome text not null
);

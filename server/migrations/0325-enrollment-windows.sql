-- Open enrollment of an exchange for a plan year as an administrator changed it (decision 265): the newest row counts, and earlier
-- ones stay. Without one, what the domain ships counts.
create table enrollment_windows (
  id bigint generated always as identity primary key,
  exchange text not null constraint enrollment_windows_exchange check (exchange ~ '^(federal|[A-Z]{2})$'),
  plan_year int not null,
  opens date not null,
  -- Null: not known.
  closes date,
  last_for_january date,
  source text not null constraint enrollment_windows_source check (source <> ''),
  confidence text not null constraint enrollment_windows_confidence
    check (confidence in ('verified', 'one source', 'sources disagree', 'unverified')),
  reason text not null constraint enrollment_windows_reason check (reason <> ''),
  created_at timestamptz not null default clock_timestamp(),
  created_by bigint not null references users,
  constraint enrollment_windows_period check (closes >= opens),
  constraint enrollment_windows_january check (last_for_january between opens and coalesce(closes, last_for_january))
);
create index enrollment_windows_newest on enrollment_windows (exchange, plan_year, id desc);

-- A carrier's profile as data, one row per version; a batch remembers which version read it.
create table carrier_profiles (
  carrier_id bigint not null references carriers,
  kind text not null,
  version int not null,
  profile jsonb not null,
  saved_at timestamptz not null default now(),
  saved_by bigint references users,
  primary key (carrier_id, kind, version)
);

-- A file that was taken into the book. Written in the same transaction as what it changed.
create table import_batches (
  id bigint generated always as identity primary key,
  run_id uuid not null unique,
  kind text not null,
  carrier_id bigint not null references carriers,
  month date not null constraint import_batches_first_of_month check (extract(day from month) = 1),
  file_name text not null,
  file_hash bytea not null,
  bytes bigint not null,
  profile_version int,
  rows_read int not null,
  rows_new int not null,
  rows_changed int not null,
  rows_unchanged int not null,
  rows_missing int not null,
  rows_refused int not null,
  loaded_at timestamptz not null default now(),
  loaded_by bigint references users,
  undone_at timestamptz,
  undone_by bigint references users
);
-- One file once per kind, carrier and month (P-57); an undone batch may come again.
create unique index import_batches_file_once on import_batches (kind, carrier_id, month, file_hash) where undone_at is null;
create index import_batches_newest on import_batches (kind, carrier_id, id desc);
create index import_batches_loaded on import_batches (loaded_at desc, id desc);

-- What is going on or has ended: written beside the load's transaction, so that progress is seen from every node.
create table import_runs (
  id uuid primary key,
  kind text not null,
  dry_run boolean not null,
  state text not null
    constraint import_runs_state_known check (state in ('running', 'checked', 'loaded', 'refused', 'failed', 'stopped', 'interrupted')),
  stage text not null,
  carrier_id bigint not null references carriers,
  month date not null,
  file_name text not null,
  bytes bigint not null default 0,
  bytes_expected bigint,
  rows_read int not null default 0,
  rows_written int not null default 0,
  -- Counts, headings, ignored columns, first problems, agent changes and stage times, as the contract has them.
  outcome jsonb not null default '{}',
  message text,
  batch_id bigint references import_batches,
  started_by bigint not null references users,
  started_at timestamptz not null default now(),
  -- Moved every few seconds by the node that works on it; one that stands still belongs to a server that is gone.
  beat_at timestamptz not null default now(),
  stop_asked boolean not null default false,
  finished_at timestamptz
);
create index import_runs_started on import_runs (started_at desc);
create index import_runs_running on import_runs (state) where state = 'running';

create table import_refusals (
  run_id uuid not null references import_runs on delete cascade,
  line int not null,
  position smallint not null,
  column_name text,
  value text,
  reason text not null,
  key text,
  primary key (run_id, line, position)
);

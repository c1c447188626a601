-- Schedules, contracts, hierarchy, overrides, splits, advances and adjustments by file. Such a file is read beside the stored rows by
-- one plan, so its staging holds what the cells say as text, and how its record is called.
create table schedules_staging (
  line int primary key,
  subject text,
  summary text,
  carrier text,
  states text,
  applies_to text,
  business text,
  first_month text,
  last_month text,
  basis text,
  amount text,
  cap text,
  commissionable text,
  cohort_from text,
  cohort_to text,
  members_from text,
  members_to text,
  first_lag text,
  dispute_days text,
  source text
);
create table contracts_staging (
  line int primary key,
  subject text,
  summary text,
  agent_npn text,
  agent_name text,
  carrier text,
  part text,
  basis text,
  start_date text,
  end_date text
);
create table uplines_staging (
  line int primary key,
  subject text,
  summary text,
  agent_npn text,
  agent_name text,
  upline_npn text,
  upline_name text,
  start_date text,
  end_date text
);
create table overrides_staging (
  line int primary key,
  subject text,
  summary text,
  agent_npn text,
  agent_name text,
  level text,
  carrier text,
  part text,
  basis text,
  start_date text,
  end_date text
);
create table splits_staging (
  line int primary key,
  subject text,
  summary text,
  policy_number text,
  carrier text,
  agent_npn text,
  agent_name text,
  share text,
  start_date text,
  end_date text
);
create table advances_staging (
  line int primary key,
  subject text,
  summary text,
  agent_npn text,
  agent_name text,
  month text,
  amount text,
  recovery text,
  reason text
);
create table adjustments_staging (
  line int primary key,
  subject text,
  summary text,
  agent_npn text,
  agent_name text,
  first_month text,
  last_month text,
  amount text,
  reason text
);

-- What a load did to each row, for an exact undo: its version after the load, and its columns before (null: the load made it).
create table term_marks (
  batch_id bigint not null references import_batches,
  record_id bigint not null,
  version int not null,
  before jsonb,
  -- How a sentence names the row, also when it is gone.
  name text not null,
  primary key (batch_id, record_id)
);
create index term_marks_record on term_marks (record_id);

-- The result of these files depends on the stored rows, so the same file may be loaded again, as for marketplace files.
drop index import_batches_file_once;
create unique index import_batches_file_once on import_batches (kind, carrier_id, month, file_hash)
  nulls not distinct where undone_at is null and taken_from_at is null and kind not in
    ('marketplace', 'schedules', 'contracts', 'uplines', 'overrides', 'splits', 'advances', 'adjustments');

-- Splits have a list of their own, from which they are exported.
create index policy_splits_start on policy_splits (start_date, id);

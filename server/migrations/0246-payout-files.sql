-- NACHA files of pay runs: what was sent to the bank, with its control sums, and who downloaded it (decision 172).
create table payout_files (
  id bigint generated always as identity primary key,
  run_id bigint not null references pay_runs,
  effective_on date not null,
  -- Number within its day, from 0; the file's id modifier.
  of_day int not null,
  entries int not null,
  entry_hash text not null,
  credit numeric(14, 2) not null,
  -- Of the text, so that a copy at the bank can be compared.
  sha256 text not null,
  content_sealed bytea not null,
  created_at timestamptz not null,
  created_by bigint not null references users,
  -- Never sent to the bank: its agents can be in another file.
  discarded_at timestamptz,
  discarded_by bigint references users,
  discard_reason text,
  constraint payout_files_discard_explained
    check (num_nulls(discarded_at, discarded_by, discard_reason) in (0, 3) and discard_reason <> '')
);
create index payout_files_run on payout_files (run_id, id);

create table payout_entries (
  file_id bigint not null references payout_files,
  run_id bigint not null references pay_runs,
  agent_id bigint not null references agents,
  bank_account_id bigint not null references bank_accounts,
  amount numeric(12, 2) not null constraint payout_entries_positive check (amount > 0),
  discarded boolean not null default false,
  primary key (file_id, agent_id)
);
-- A run pays an agent by one file at most.
create unique index payout_entries_once on payout_entries (run_id, agent_id) where not discarded;

create table payout_downloads (
  id bigint generated always as identity primary key,
  file_id bigint not null references payout_files,
  user_id bigint not null references users,
  at timestamptz not null
);
create index payout_downloads_file on payout_downloads (file_id, id);

create function refuse_change_of_payout() returns trigger language plpgsql as $$
begin
  raise exception 'A file for the bank does not change' using errcode = 'check_violation', constraint = 'payout_files_locked';
end $$;
-- The content is resealed when FIELD_SECRET changes.
create trigger payout_files_locked before update on payout_files
  for each row when (to_jsonb(old) - '{discarded_at,discarded_by,discard_reason,content_sealed}'::text[]
    <> to_jsonb(new) - '{discarded_at,discarded_by,discard_reason,content_sealed}'::text[]
    or (old.discarded_at is not null and to_jsonb(old) - 'content_sealed' <> to_jsonb(new) - 'content_sealed'))
  execute function refuse_change_of_payout();
create trigger payout_files_kept before delete or truncate on payout_files
  for each statement execute function refuse_change_of_payout();
create trigger payout_entries_locked before update on payout_entries
  for each row when (to_jsonb(old) - 'discarded' <> to_jsonb(new) - 'discarded' or old.discarded) execute function refuse_change_of_payout();
create trigger payout_entries_kept before delete or truncate on payout_entries
  for each statement execute function refuse_change_of_payout();
create trigger payout_downloads_kept before update or delete or truncate on payout_downloads
  for each statement execute function refuse_change_of_payout();

-- Carriers' statements line by line, and their sums by agent, as lists (STMT-01 to STMT-17).

insert into list_versions (list) values ('commission_lines'), ('commission_month_totals');
create trigger commission_lines_touch after insert or update or delete or truncate on commission_lines
  for each statement execute function note_list_touch('commission_lines');
create trigger commission_month_totals_touch after insert or update or delete or truncate on commission_month_totals
  for each statement execute function note_list_touch('commission_month_totals');

create index commission_lines_month on commission_lines (month, id);
create index commission_lines_agent on commission_lines (agent_id, month, id);
-- A line of a policy is found by the policy's number and name; the few others by their own.
create index commission_lines_unmatched_number on commission_lines (plain_text(policy_number) collate "C") where policy_id is null;
create index commission_lines_unmatched_name on commission_lines using gin (plain_text(insured_name) extensions.gin_trgm_ops)
  where policy_id is null;

-- Rows of a list have a key; it changes whenever the sums of a month are made anew.
alter table commission_month_totals add column id bigint generated always as identity;
create unique index commission_month_totals_id on commission_month_totals (id);
create index commission_month_totals_newest on commission_month_totals (month, amount, id);

-- Some of what a batch brought was deleted as a statement: the same file may come again.
alter table import_batches add column taken_from_at timestamptz;
drop index import_batches_commissions_once;
create unique index import_batches_commissions_once on import_batches (file_hash)
  where kind = 'commissions' and undone_at is null and taken_from_at is null;
drop index import_batches_file_once;
create unique index import_batches_file_once on import_batches (kind, carrier_id, month, file_hash)
  nulls not distinct where undone_at is null and taken_from_at is null;

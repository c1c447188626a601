-- Some banks want a balanced file, with a debit of the account that pays (decision 191).
alter table payout_settings
  add column balanced boolean not null default false,
  add column account_kind text not null default 'checking'
    constraint payout_settings_kind_known check (account_kind in ('checking', 'savings'));

-- Debits of a balanced file: as much as its credits. Its entries and its entry hash include them.
alter table payout_files
  add column debit numeric(14, 2) not null default 0 constraint payout_files_balance check (debit in (0, credit));

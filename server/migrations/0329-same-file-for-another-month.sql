-- A statement without a column for the month may bring the same rows for the next month.
drop index import_batches_commissions_once;
create unique index import_batches_commissions_once on import_batches (file_hash, month) nulls not distinct
  where kind = 'commissions' and undone_at is null and taken_from_at is null;

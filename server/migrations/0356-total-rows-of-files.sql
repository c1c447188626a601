-- runs with: 0344
-- Rows of a loaded file that were recognized as totals and skipped, so that a statement's lines add up to those of its files. Files
-- loaded before count none.
alter table import_batches add column rows_totals int not null default 0;

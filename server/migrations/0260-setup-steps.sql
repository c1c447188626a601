-- The checklist has steps for commissions now. An agency that is past its first file has done without them.
update agency_settings set setup_skipped_at = now()
where setup_skipped_at is null and exists (select from import_batches where kind = 'policies' and undone_at is null);

-- 0041 made this index anew without what 0037 had added: of a load from which a statement was deleted, the same file may
-- come again.
drop index import_batches_file_once;
create unique index import_batches_file_once on import_batches (kind, carrier_id, month, file_hash)
  nulls not distinct where undone_at is null and taken_from_at is null and kind <> 'marketplace';

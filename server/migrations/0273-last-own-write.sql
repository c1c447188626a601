-- Position in the write-ahead log after the user's last write: a standby answers the user only once it has replayed it.
-- A new session begins with that of its sign-in, because the user may have written in an earlier one.
alter table sessions add column written_lsn pg_lsn;
alter table sessions alter column written_lsn set default pg_current_wal_insert_lsn();

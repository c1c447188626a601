-- Whose doing the old value was, for fields that tell it: an exact undo gives it back.
alter table bulk_change_entries add column old_by bigint references users;
-- What somebody wrote about the change, where its kind asks for it.
alter table bulk_changes add column comment text not null default '';

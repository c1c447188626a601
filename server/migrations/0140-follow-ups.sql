-- Follow-ups: the author of a note is reminded of it on a day, until it is marked as done. The note itself stays as it is.

alter table notes
  add column follow_up_on date,
  add column followed_up_at timestamptz,
  add constraint notes_followed_up check (followed_up_at is null or follow_up_on is not null);
create index notes_follow_ups on notes (created_by, follow_up_on, id)
  where follow_up_on is not null and followed_up_at is null;

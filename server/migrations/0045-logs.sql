-- The application's log (docs/decisions/036-logs.md): written many entries at once, kept for 90 days.
create table log_entries (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  level text not null
    constraint log_entries_level check (level in ('Debug', 'Information', 'Warning', 'Error', 'Critical')),
  category text not null,
  -- The node that wrote it.
  server text not null,
  user_id bigint,
  message text not null,
  -- What 'message contains' is asked of.
  search_message text collate "C" not null generated always as (plain_text(message)) stored
);
create index log_entries_at on log_entries (at, id);
create index log_entries_level on log_entries (level, at, id);
create index log_entries_category on log_entries (category, at, id);
create index log_entries_server on log_entries (plain_text(server) collate "C", at, id);
create index log_entries_user on log_entries (user_id, at, id) where user_id is not null;
create index log_entries_message on log_entries (left(search_message, 100), id);
create index log_entries_message_contains on log_entries using gin (search_message extensions.gin_trgm_ops);

insert into list_versions (list) values ('log-entries');
create trigger log_entries_touch after insert or update or delete or truncate on log_entries
  for each statement execute function note_list_touch('log-entries');

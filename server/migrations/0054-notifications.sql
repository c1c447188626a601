-- What a person is told of (docs/decisions/045-notifications.md). A row names what happened and the record it is about, never
-- anybody's name: that is looked up when it is read, by what the reader may see then.
create table notifications (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  kind text not null,
  -- Of the kind's table; null where it is about several, or about none that has a page.
  record_id bigint,
  -- Words and numbers of our own that its sentence needs, such as a channel or a count.
  facts jsonb not null default '{}',
  read_at timestamptz,
  created_at timestamptz not null default clock_timestamp()
);
-- The newest of one person, how many are unread, and those whose time is over.
create index notifications_user on notifications (user_id, created_at, id);
create index notifications_unread on notifications (user_id) where read_at is null;
create index notifications_created on notifications (created_at);

-- Every way of writing them tells the person's open pages, in the same transaction (decision 021).
create function tell_notifications() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into live_events (user_id, service, happening, record)
      select user_id, 'notifications', 'created', to_jsonb(n) from changed n order by id;
  elsif tg_op = 'UPDATE' then
    insert into live_events (user_id, service, happening, record)
      select user_id, 'notifications', 'patched', to_jsonb(n) from changed n order by id;
  else
    -- Those of a user who goes with them are told to nobody.
    insert into live_events (user_id, service, happening, record)
      select user_id, 'notifications', 'removed', to_jsonb(n) from changed n
      where exists (select from users u where u.id = n.user_id) order by id;
  end if;
  return null;
end $$;
create trigger notifications_created after insert on notifications
  referencing new table as changed for each statement execute function tell_notifications();
create trigger notifications_patched after update on notifications
  referencing new table as changed for each statement execute function tell_notifications();
create trigger notifications_removed after delete on notifications
  referencing old table as changed for each statement execute function tell_notifications();

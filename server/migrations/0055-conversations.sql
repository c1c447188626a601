-- Conversations with contacts by text message and e-mail (docs/decisions/046-conversations.md).

create table contact_messages (
  id bigint generated always as identity primary key,
  contact_id bigint not null references contacts on delete cascade,
  direction text not null constraint contact_messages_direction check (direction in ('in', 'out')),
  channel text not null constraint contact_messages_channel check (channel in ('email', 'sms')),
  -- The contact's: ten digits, or an e-mail address.
  address text not null,
  subject text not null default '',
  body text not null,
  -- Who wrote it; nobody of ours wrote what came in.
  user_id bigint references users,
  -- `outbox`: on a demo without a gateway it goes nowhere but is read there.
  state text not null constraint contact_messages_state check (state in ('received', 'queued', 'sent', 'failed', 'outbox')),
  -- Why it failed, as the outbox says it: a code, never anybody's words.
  failure text,
  -- Of the message that carries it, which the outbox forgets after a while.
  outbox_id uuid,
  -- What makes it one message however often it is sent to us: the writer's own id of it, or the gateway's.
  submission_id uuid constraint contact_messages_submission unique,
  external_id text,
  at timestamptz not null default clock_timestamp(),
  constraint contact_messages_length check (length(subject) <= 200 and length(body) <= 20000)
);
create index contact_messages_contact on contact_messages (contact_id, id);
create unique index contact_messages_once on contact_messages (channel, external_id) where external_id is not null;
create unique index contact_messages_outbox on contact_messages (outbox_id) where outbox_id is not null;
-- Whose messages a number or an address is: what comes in goes where was written to last.
create index contact_messages_address on contact_messages (channel, address, id);

-- One row a contact with messages: the list of conversations. Kept by triggers alone.
create table conversations (
  contact_id bigint primary key references contacts on delete cascade,
  agent_id bigint,
  merged boolean not null default false,
  last_id bigint not null,
  last_at timestamptz not null,
  -- What came in last: unread for whoever has read up to something older.
  last_in_id bigint not null default 0
);
create index conversations_last on conversations (last_at, contact_id) where not merged;
create index conversations_agent_last on conversations (agent_id, last_at, contact_id) where not merged;

-- Up to which message somebody has read a conversation.
create table conversation_reads (
  user_id bigint not null references users on delete cascade,
  contact_id bigint not null references contacts on delete cascade,
  read_id bigint not null,
  primary key (user_id, contact_id)
);
create index conversation_reads_contact on conversation_reads (contact_id);

-- Numbers and addresses that want no messages. Of the address and not of the contact: it holds for whoever has it, and
-- stays when the contact goes.
create table message_opt_outs (
  channel text not null constraint message_opt_outs_channel check (channel in ('email', 'sms')),
  address text not null,
  -- `contact`: their own word, which only their own word takes back.
  said_by text not null constraint message_opt_outs_said_by check (said_by in ('contact', 'staff')),
  user_id bigint references users,
  at timestamptz not null default clock_timestamp(),
  primary key (channel, address)
);

create function sum_conversation(of_contact bigint) returns void language sql as $$
  with found as (
    select c.id, c.agent_id, c.merged_into is not null as merged, max(m.id) as last_id,
      coalesce(max(m.id) filter (where m.direction = 'in'), 0) as last_in_id
    from contacts c join contact_messages m on m.contact_id = c.id
    where c.id = of_contact group by c.id),
  gone as (delete from conversations where contact_id = of_contact and not exists (select from found))
  insert into conversations (contact_id, agent_id, merged, last_id, last_at, last_in_id)
  select f.id, f.agent_id, f.merged, f.last_id, m.at, f.last_in_id from found f join contact_messages m on m.id = f.last_id
  on conflict (contact_id) do update set agent_id = excluded.agent_id, merged = excluded.merged, last_id = excluded.last_id,
    last_at = excluded.last_at, last_in_id = excluded.last_in_id
$$;

-- A message joins the end of its conversation.
create function touch_conversation() returns trigger language plpgsql as $$
begin
  insert into conversations (contact_id, agent_id, merged, last_id, last_at, last_in_id)
  select c.id, c.agent_id, c.merged_into is not null, new.id, new.at, case new.direction when 'in' then new.id else 0 end
  from contacts c where c.id = new.contact_id
  on conflict (contact_id) do update set
    last_id = greatest(conversations.last_id, excluded.last_id), last_at = greatest(conversations.last_at, excluded.last_at),
    last_in_id = greatest(conversations.last_in_id, excluded.last_in_id);
  return null;
end $$;
create trigger contact_messages_joined after insert on contact_messages
  for each row execute function touch_conversation();

-- Only a merge of contacts, or its undo, moves messages: then both conversations are summed up anew, once.
create function move_conversations() returns trigger language plpgsql as $$
begin
  perform sum_conversation(moved.contact_id) from (
    select distinct unnest(array[o.contact_id, n.contact_id]) as contact_id
    from left_behind o join moved_on n on n.id = o.id where o.contact_id <> n.contact_id) moved;
  return null;
end $$;
create trigger contact_messages_moved after update on contact_messages
  referencing old table as left_behind new table as moved_on
  for each statement execute function move_conversations();

create function copy_contact_to_conversation() returns trigger language plpgsql as $$
begin
  update conversations set agent_id = new.agent_id, merged = new.merged_into is not null where contact_id = new.id;
  return null;
end $$;
create trigger contacts_conversation after update of agent_id, merged_into on contacts
  for each row when (old.agent_id is distinct from new.agent_id or old.merged_into is distinct from new.merged_into)
  execute function copy_contact_to_conversation();

-- The outbox tells what became of a message; it is forgotten there after a while, and stays known here.
create function note_delivery() returns trigger language plpgsql as $$
begin
  update contact_messages set
    state = case when new.sent_at is not null then 'sent' when new.given_up_at is not null then 'failed' else 'queued' end,
    failure = case when new.sent_at is not null then null when new.given_up_at is not null then coalesce(new.last_error, 'expired')
      else new.last_error end
  where outbox_id = new.id;
  return null;
end $$;
create trigger outbox_delivery after update of sent_at, given_up_at, last_error on outbox
  for each row when (new.kind = 'conversation') execute function note_delivery();

insert into list_versions (list) values ('conversations');
create trigger conversations_touch after insert or update or delete or truncate on conversations
  for each statement execute function note_list_touch('conversations');
-- Counts of unread ones change with what is read.
create trigger conversation_reads_touch after insert or update or delete or truncate on conversation_reads
  for each statement execute function note_list_touch('conversations');

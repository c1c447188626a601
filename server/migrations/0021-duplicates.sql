-- Possible duplicates among contacts, found beside the work: what changes is queued, compared with whom it may be the
-- same as, and the pairs are kept, so that a list of them costs nothing.
create table contacts_to_compare (id bigint generated always as identity primary key, contact_id bigint not null);

create table contact_pairs (
  contact_id bigint not null references contacts on delete cascade,
  other_id bigint not null references contacts on delete cascade,
  score smallint not null,
  -- Why, as a person reads it: 'same date of birth, names 86 % alike'.
  reason text not null,
  primary key (contact_id, other_id),
  constraint contact_pairs_once check (contact_id < other_id)
);
create index contact_pairs_other on contact_pairs (other_id);
create index contact_pairs_score on contact_pairs (score desc, contact_id, other_id);

-- Pairs of which somebody said that they are two people; no list shows them again.
create table contacts_told_apart (
  contact_id bigint not null references contacts on delete cascade,
  other_id bigint not null references contacts on delete cascade,
  told_at timestamptz not null default now(),
  told_by bigint references users,
  primary key (contact_id, other_id),
  constraint contacts_told_apart_once check (contact_id < other_id)
);
create index contacts_told_apart_other on contacts_told_apart (other_id);

-- A statement of many rows queues them in one step. What a comparison does not look at queues nothing.
create function queue_changed_contacts() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into contacts_to_compare (contact_id) select id from new_rows;
  else
    insert into contacts_to_compare (contact_id)
    select n.id from new_rows n join old_rows o on o.id = n.id
    where (n.sort_name, n.dob, n.merged_into) is distinct from (o.sort_name, o.dob, o.merged_into);
  end if;
  return null;
end $$;
create trigger contacts_queue_new after insert on contacts
  referencing new table as new_rows for each statement execute function queue_changed_contacts();
create trigger contacts_queue_changed after update on contacts
  referencing old table as old_rows new table as new_rows for each statement execute function queue_changed_contacts();

create function queue_reachable_contacts() returns trigger language plpgsql as $$
begin
  insert into contacts_to_compare (contact_id) select distinct contact_id from rows_touched;
  return null;
end $$;
create trigger contact_emails_queue_new after insert on contact_emails
  referencing new table as rows_touched for each statement execute function queue_reachable_contacts();
create trigger contact_emails_queue_changed after update on contact_emails
  referencing new table as rows_touched for each statement execute function queue_reachable_contacts();
create trigger contact_emails_queue_gone after delete on contact_emails
  referencing old table as rows_touched for each statement execute function queue_reachable_contacts();
create trigger contact_phones_queue_new after insert on contact_phones
  referencing new table as rows_touched for each statement execute function queue_reachable_contacts();
create trigger contact_phones_queue_changed after update on contact_phones
  referencing new table as rows_touched for each statement execute function queue_reachable_contacts();
create trigger contact_phones_queue_gone after delete on contact_phones
  referencing old table as rows_touched for each statement execute function queue_reachable_contacts();

insert into contacts_to_compare (contact_id) select id from contacts;

-- What a merge did, so that it can be undone exactly: the rows of both contacts before and after, and which rows of other
-- tables were moved from one to the other.
create table contact_merges (
  id bigint generated always as identity primary key,
  kept_id bigint not null references contacts,
  merged_id bigint not null references contacts,
  merged_at timestamptz not null default now(),
  merged_by bigint references users,
  -- {"contacts": [row, …], "contact_emails": […]}
  before jsonb not null,
  after jsonb not null,
  -- {"leads.contact_id": [id, …]}
  moved jsonb not null,
  undone_at timestamptz,
  undone_by bigint references users
);
create index contact_merges_kept on contact_merges (kept_id);
create index contact_merges_merged on contact_merges (merged_id);

-- A transaction notes once that it touched a list, however many statements do: triggers that keep copies make one statement
-- of each row, and as many moves of one version at commit would take longer than all else.
create or replace function note_list_touch() returns trigger language plpgsql as $$
declare
  -- Ends with the transaction, and is taken back with a savepoint.
  noted text := coalesce(current_setting('coverdesk.touched', true), '');
  mark text := '/' || tg_argv[0] || '/';
begin
  if position(mark in noted) = 0 then
    insert into list_touches (list) values (tg_argv[0]);
    perform set_config('coverdesk.touched', noted || mark, true);
  end if;
  return null;
end $$;

-- Calls that people made with the phone pad, as they logged them. They go with the contact who was called.
create table phone_calls (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  contact_id bigint references contacts on delete cascade,
  phone text not null constraint phone_calls_phone check (phone ~ '^\d{10}$'),
  outcome text not null,
  comment text not null,
  called_at timestamptz not null default clock_timestamp()
);
-- Everybody's calls in the order of the log, one person's, and those to one contact.
create index phone_calls_called on phone_calls (called_at, id);
create index phone_calls_user on phone_calls (user_id, called_at, id);
create index phone_calls_contact on phone_calls (contact_id, called_at, id) where contact_id is not null;

insert into list_versions (list) values ('calls');
create trigger calls_touch after insert or update or delete or truncate on phone_calls
  for each statement execute function note_list_touch('calls');

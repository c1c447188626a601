-- The ground of everything about people: what lists of contacts show and sort by, which contacts are customers, the
-- history of a record field by field, and the history of its status.

-- Contacts as lists need them. The main e-mail, phone and address are the first of each, copied by triggers, so that a
-- list of 300,000 people filters and shows them without looking elsewhere.
alter table contacts
  -- The agent whose client the person is; null: the agency's own, seen by those who see all.
  add column agent_id bigint references agents,
  add column main_email text,
  add column main_phone text,
  add column main_country_id int references countries,
  add column main_state_id int references states,
  -- The contact that this one was merged into; a merged contact stands in no list.
  add column merged_into bigint references contacts,
  add column updated_at timestamptz not null default now(),
  -- What 'name contains' is asked of: first and last name, and once more with the middle name between them.
  add column search_name text collate "C" not null generated always as (plain_text(
    first_name || ' ' || last_name || case when middle_name = '' then '' else ' / ' || first_name || ' ' || middle_name || ' ' || last_name end)) stored,
  add column sort_name text collate "C" not null generated always as (plain_text(last_name || ' ' || first_name)) stored;

create function copy_main_email() returns trigger language plpgsql as $$
declare
  of_contact bigint := coalesce(new.contact_id, old.contact_id);
begin
  update contacts c set main_email = m.email
  from (select (select email from contact_emails where contact_id = of_contact order by position, id limit 1) as email) m
  where c.id = of_contact and c.main_email is distinct from m.email;
  return null;
end $$;
create trigger contact_emails_main after insert or update or delete on contact_emails
  for each row execute function copy_main_email();

create function copy_main_phone() returns trigger language plpgsql as $$
declare
  of_contact bigint := coalesce(new.contact_id, old.contact_id);
begin
  update contacts c set main_phone = m.phone
  from (select (select phone from contact_phones where contact_id = of_contact order by position, id limit 1) as phone) m
  where c.id = of_contact and c.main_phone is distinct from m.phone;
  return null;
end $$;
create trigger contact_phones_main after insert or update or delete on contact_phones
  for each row execute function copy_main_phone();

create function copy_main_address() returns trigger language plpgsql as $$
declare
  of_contact bigint := coalesce(new.contact_id, old.contact_id);
begin
  update contacts c set main_country_id = m.country_id, main_state_id = m.state_id
  from (select 1) always
  left join (select country_id, state_id from contact_addresses where contact_id = of_contact order by position, id limit 1) m on true
  where c.id = of_contact
    and (c.main_country_id is distinct from m.country_id or c.main_state_id is distinct from m.state_id);
  return null;
end $$;
create trigger contact_addresses_main after insert or update or delete on contact_addresses
  for each row execute function copy_main_address();

update contacts c set
  main_email = (select email from contact_emails where contact_id = c.id order by position, id limit 1),
  main_phone = (select phone from contact_phones where contact_id = c.id order by position, id limit 1),
  main_country_id = (select country_id from contact_addresses where contact_id = c.id order by position, id limit 1),
  main_state_id = (select state_id from contact_addresses where contact_id = c.id order by position, id limit 1);

-- A contact who is a customer. Its id is the contact's: one person, one id, one version (contacts.version). The columns
-- below `created_by` are copies from the contact for the list, kept by a trigger.
create table customers (
  contact_id bigint primary key references contacts on delete cascade,
  -- The last entry of the history of its status (status_changes), which alone is written by hand.
  status_id int not null default 1,
  us_citizen boolean,
  -- Languages of the generic list 3.
  language_speak_id int,
  language_mail_id int,
  created_at timestamptz not null default now(),
  created_by bigint references users,
  agent_id bigint,
  email text,
  phone text,
  dob date,
  search_name text collate "C" not null default '',
  sort_name text collate "C" not null default ''
);

create function copy_contact_to_customer() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'customers' then
    select c.agent_id, c.main_email, c.main_phone, c.dob, c.search_name, c.sort_name
      into new.agent_id, new.email, new.phone, new.dob, new.search_name, new.sort_name
      from contacts c where c.id = new.contact_id;
    return new;
  end if;
  update customers set agent_id = new.agent_id, email = new.main_email, phone = new.main_phone, dob = new.dob,
    search_name = new.search_name, sort_name = new.sort_name
  where contact_id = new.id;
  return null;
end $$;
create trigger customers_copy before insert on customers for each row execute function copy_contact_to_customer();
create trigger contacts_copy after update of agent_id, main_email, main_phone, dob, first_name, middle_name, last_name on contacts
  for each row execute function copy_contact_to_customer();

-- The history of a status, one mechanism for every record that has one (A-065): the entry without an end is the current
-- one, and there is one of them at most.
create table status_changes (
  id bigint generated always as identity primary key,
  kind text not null,
  record_id bigint not null,
  -- Null: the status was cleared.
  status_id int,
  comment text not null default '',
  created_at timestamptz not null default clock_timestamp(),
  created_by bigint references users,
  ended_at timestamptz
);
create index status_changes_record on status_changes (kind, record_id, id);
create unique index status_changes_one_current on status_changes (kind, record_id) where ended_at is null;

-- What was changed of a record, version by version: an accepted change is one row, a refused one none (P-74). Values are
-- texts as a person reads them; never a social security or card number.
create table record_changes (
  id bigint generated always as identity primary key,
  entity text not null,
  record_id bigint not null,
  version int not null,
  action text not null,
  at timestamptz not null default clock_timestamp(),
  by_user bigint references users,
  -- [{"field": "Last name", "old": "Vega", "new": "Vega Ruiz"}]
  changes jsonb not null,
  constraint record_changes_one_a_version unique (entity, record_id, version)
);

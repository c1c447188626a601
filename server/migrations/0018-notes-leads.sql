-- Notes on records of any kind, with attachments that stay in the database, so that a backup has them and no path is
-- ever made of a name.

create table files (
  id bigint generated always as identity primary key,
  -- As the sender named it: the last part, without control characters.
  name text not null,
  mime text not null,
  bytes int not null,
  sha256 bytea not null,
  content bytea not null,
  created_at timestamptz not null default clock_timestamp(),
  created_by bigint references users
);
-- What people attach (PDF, pictures, office files) is compressed already.
alter table files alter column content set storage external;

-- A note is never changed or taken away (A-067).
create table notes (
  id bigint generated always as identity primary key,
  -- entityMetadataId: which kind of record, see domain/src/notes/noted-kinds.ts.
  kind int not null,
  record_id bigint not null,
  body text not null,
  file_id bigint references files,
  created_at timestamptz not null default clock_timestamp(),
  created_by bigint references users
);
create index notes_record on notes (kind, record_id, id desc);

-- People whom an agent may call: from a file of exchange applications, later from offline and marketplace ones.
create table leads (
  id bigint generated always as identity primary key,
  -- The exchange application that it stands for; a file names each once, and one that comes again is the same lead.
  ffm_application_id text constraint leads_application_once unique,
  source text not null,
  first_name text not null default '',
  middle_name text not null default '',
  last_name text not null default '',
  dob date,
  sex text constraint leads_sex_known check (sex in ('M', 'F')),
  -- Ten digits.
  phone text,
  address text,
  city text,
  state text,
  zip_code text,
  plan text,
  -- Who calls; null: nobody yet, seen by those who see all.
  agent_id bigint references agents,
  -- The person in our contacts, when they match (match_lead_contacts).
  contact_id bigint references contacts on delete set null,
  -- The last entry of the history of its status (status_changes): the disposition, null when there is none.
  status_id int,
  -- When that changed last, also to none, and the agency's day of it, which filters ask for (A-120).
  status_at timestamptz,
  status_day date generated always as ((status_at at time zone 'America/New_York')::date) stored,
  version int not null default 1,
  first_batch_id bigint references import_batches,
  created_at timestamptz not null default now(),
  created_by bigint references users,
  updated_at timestamptz not null default now(),
  search_name text collate "C" not null generated always as (plain_text(
    first_name || ' ' || last_name || case when middle_name = '' then '' else ' / ' || first_name || ' ' || middle_name || ' ' || last_name end)) stored,
  sort_name text collate "C" not null generated always as (plain_text(last_name || ' ' || first_name)) stored
);
-- One agent's leads and everybody's, in each order of the list.
create index leads_name on leads (sort_name, id);
create index leads_agent_name on leads (agent_id, sort_name, id);
create index leads_agent on leads (agent_id, id);
create index leads_name_contains on leads using gin (search_name extensions.gin_trgm_ops);
create index leads_phone on leads (phone collate "C");
create index leads_dob on leads (dob, id);
create index leads_status_at on leads (status_at, id);
-- Filters; 0 asks for those without one.
create index leads_assigned on leads ((coalesce(agent_id, 0)), id);
create index leads_status on leads ((coalesce(status_id, 0)), id);
create index leads_status_day on leads (status_day, id);
create index leads_contact on leads (contact_id) where contact_id is not null;
create index leads_batch on leads (first_batch_id) where first_batch_id is not null;

insert into list_versions (list) values ('leads');
create trigger leads_touch after insert or update or delete or truncate on leads
  for each statement execute function note_list_touch('leads');

-- Links leads to the contacts that they match: the same phone and last name, or the same name and date of birth; the
-- oldest contact wins. The one rule of it, for all ways in.
create function match_lead_contacts(of_leads bigint[]) returns void language sql as $$
  update leads l set contact_id = m.contact_id
  from (
    select l.id, (
      select c.id from contacts c
      where c.merged_into is null and (
        c.main_phone collate "C" = l.phone collate "C" and plain_text(c.last_name) = plain_text(l.last_name)
        or c.dob = l.dob and plain_text(c.last_name) = plain_text(l.last_name) and plain_text(c.first_name) = plain_text(l.first_name))
      order by c.id limit 1) as contact_id
    from leads l where l.id = any(of_leads) and l.last_name <> ''
  ) m
  where l.id = m.id and l.contact_id is distinct from m.contact_id
$$;

-- Loading files of leads by the one mechanism of imports: they belong to no carrier and no month.
alter table import_batches alter column carrier_id drop not null, alter column month drop not null;
alter table import_runs alter column carrier_id drop not null, alter column month drop not null;
drop index import_batches_file_once;
create unique index import_batches_file_once on import_batches (kind, carrier_id, month, file_hash)
  nulls not distinct where undone_at is null;

create table leads_staging (line int primary key, ffm_application_id text not null, state text);
-- What an exact undo needs of leads that a file changed.
create table lead_marks (
  batch_id bigint not null references import_batches,
  lead_id bigint not null references leads on delete cascade,
  version int not null,
  state text,
  primary key (batch_id, lead_id)
);

-- One change of many records at once, which can be taken back (P-28).
create table bulk_changes (
  id bigint generated always as identity primary key,
  -- Which kind of record, and what was set, see domain/src/bulk.
  kind text not null,
  action text not null,
  -- The new value, and its name when it was set; null: none.
  value bigint,
  value_name text,
  applied_at timestamptz not null default clock_timestamp(),
  applied_by bigint not null references users,
  undone_at timestamptz,
  undone_by bigint references users
);
create index bulk_changes_recent on bulk_changes (kind, id desc);

create table bulk_change_entries (
  bulk_id bigint not null references bulk_changes,
  record_id bigint not null,
  old_value bigint,
  version_before int not null,
  version_after int not null,
  -- Since when the old value had stood, for fields that tell it.
  old_at timestamptz,
  -- Left as it was when the change was undone, because somebody changed it since.
  kept boolean not null default false,
  primary key (bulk_id, record_id)
);

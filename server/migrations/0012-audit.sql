-- The audit record, append-only and chained (docs/decisions/010-audit.md). An event is signed when it is written (mac), so
-- that nobody without the installation's secret can make or change one; sealing chains the signatures, so that none can
-- vanish or move; the order of the seals stands outside the database too, so that the end cannot be cut off.
alter table audit_events
  -- Ids of the records of `entity` that were shown; null where `entity_id` says it all.
  add column subjects bigint[],
  -- 8 bytes that are never used twice, and 16 of HMAC-SHA-256 over them and what the event tells but `id` and `at`, which
  -- are set here and covered by the seal. Empty for events from before signing.
  add column mac bytea not null default '';
alter table audit_events alter column mac drop default;

-- Written with every read: found by the primary key, by the time for almost nothing, and by whose data through the
-- tables below, which are filled later and many at once.
drop index audit_events_entity;
drop index audit_events_at;
create index audit_events_at on audit_events using brin (at);

-- Links of the chain: each covers the one before it and a few thousand events as they stood when they were sealed.
create table audit_chain (
  seq bigint primary key,
  sealed_at timestamptz not null,
  event_ids bigint[] not null,
  -- Microseconds since 1970, beside the ids.
  event_times bigint[] not null,
  -- 24 bytes each, beside the ids.
  event_macs bytea not null,
  hash bytea not null
);

-- Whose data which events are about: 'who saw this person' in one look.
create table audit_subjects (
  entity text not null,
  subject text not null,
  event_ids bigint[] not null
);
create index audit_subjects_subject on audit_subjects (entity, subject);
-- The same for events of very many records, such as exports: one bit for each of 1024 ids in a row.
create table audit_subject_pages (
  entity text not null,
  page bigint not null,
  event_id bigint not null,
  bits bit(1024) not null
);
create index audit_subject_pages_page on audit_subject_pages (entity, page);

-- How far sealing and the tables by subject are: bookkeeping, one row, whose lock is the turn of one node at a time.
create table audit_progress (
  id boolean primary key default true constraint audit_progress_one check (id),
  -- Events up to here are sealed but those in `gaps`.
  sealed_to bigint not null default 0,
  -- Ids that were not to be seen yet: [{from, to, xmax, since}].
  gaps jsonb not null default '[]',
  -- Links up to here are in the tables by subject.
  indexed_seq bigint not null default 0
);
insert into audit_progress default values;

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'The audit record is only ever added to: % of % is refused', tg_op, tg_table_name
    using errcode = 'insufficient_privilege';
end $$;

-- The application's role may add and read. Whichever role that is: all but the owner lose the rest; the triggers keep it
-- from the owner too, who is the application where a database has a single role.
do $$
declare
  part text;
  granted record;
begin
  foreach part in array '{audit_events,audit_chain,audit_subjects,audit_subject_pages}'::text[] loop
    execute format('create trigger %I before update or delete or truncate on %I execute function refuse_audit_change()',
      part || '_append_only', part);
    for granted in
      select distinct case a.grantee when 0 then 'public' else a.grantee::regrole::text end as role
      from pg_class c, aclexplode(c.relacl) a
      where c.oid = part::regclass and a.grantee <> c.relowner
    loop
      execute format('revoke update, delete, truncate, references, trigger on %I from %s', part, granted.role);
    end loop;
  end loop;
end $$;

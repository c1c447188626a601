-- Carriers as administrators maintain them (docs/decisions/082-carriers-and-lists.md).

-- Compares names of carriers: without case, blanks and the punctuation that files write differently.
create function carrier_key(called text) returns text language sql immutable parallel safe as $$
  select lower(regexp_replace(called, '[\s_.,-]+', '', 'g'))
$$;

alter table carriers
  add column version int not null default 1,
  -- Ten digits.
  add column phone text constraint carriers_phone_digits check (phone ~ '^\d{10}$'),
  -- Days after a statement in which the carrier accepts a dispute of it.
  add column dispute_days smallint not null default 90
    constraint carriers_dispute_days_range check (dispute_days between 1 and 730),
  alter column code drop not null;

-- A code is unique from here on; of those that are not, the first stays.
update carriers c set code = null
where carrier_key(code) = '' or exists (
  select from carriers o where o.id <> c.id and carrier_key(o.name) = carrier_key(c.code)
    or o.id < c.id and carrier_key(o.code) = carrier_key(c.code));

-- Every word that files may call a carrier by: its name, its code and its aliases. No two carriers share one.
create table carrier_names (
  carrier_id bigint not null references carriers on delete cascade,
  kind text not null constraint carrier_names_kind check (kind in ('name', 'code', 'alias')),
  name text not null constraint carrier_names_length check (length(name) between 1 and 150),
  name_key text not null generated always as (carrier_key(name)) stored constraint carrier_names_key_filled check (name_key <> ''),
  primary key (carrier_id, kind, name_key),
  constraint carrier_names_taken exclude using gist (name_key with =, carrier_id with <>)
);
create index carrier_names_key on carrier_names (name_key, carrier_id);

create function keep_carrier_names() returns trigger language plpgsql as $$
begin
  delete from carrier_names where carrier_id = new.id and kind in ('name', 'code');
  insert into carrier_names (carrier_id, kind, name) values (new.id, 'name', new.name);
  if new.code is not null then
    insert into carrier_names (carrier_id, kind, name) values (new.id, 'code', new.code);
  end if;
  return null;
end $$;
create trigger carriers_keep_names after insert or update of name, code on carriers
  for each row execute function keep_carrier_names();

-- Two names of an earlier installation may differ in punctuation alone: the later one gets a number, so that nothing is lost.
update carriers c set name = c.name || ' (' || c.id || ')'
where exists (select from carriers o where o.id < c.id and carrier_key(o.name) = carrier_key(c.name));
insert into carrier_names (carrier_id, kind, name)
select id, 'name', name from carriers
union all select id, 'code', code from carriers where code is not null
on conflict do nothing;

-- HIOS issuer ids, each of one issuer in one state: the first five characters of a plan's HIOS id.
create table carrier_issuer_ids (
  issuer_id text not null constraint carrier_issuer_ids_taken primary key constraint carrier_issuer_ids_digits check (issuer_id ~ '^\d{5}$'),
  carrier_id bigint not null references carriers on delete cascade,
  state text not null references states (code)
);
create index carrier_issuer_ids_carrier on carrier_issuer_ids (carrier_id, state);

-- The carrier that a file calls so; null when none is.
create or replace function carrier_called(called text) returns bigint language sql stable as $$
  select min(carrier_id) from carrier_names where name_key = carrier_key(called)
$$;

-- The carrier of a plan by its HIOS id, such as 16842FL0070120; null when its issuer is not known.
create function carrier_of_plan(plan_id text) returns bigint language sql stable as $$
  select i.carrier_id from carrier_issuer_ids i where plan_id ~ '^\d{5}[A-Z]{2}\d{7}' and i.issuer_id = left(plan_id, 5)
$$;

insert into list_versions (list) values ('carriers');
create trigger carriers_touch after insert or update or delete or truncate on carriers
  for each statement execute function note_list_touch('carriers');
create trigger carrier_names_touch after insert or update or delete or truncate on carrier_names
  for each statement execute function note_list_touch('carriers');
create trigger carrier_issuer_ids_touch after insert or update or delete or truncate on carrier_issuer_ids
  for each statement execute function note_list_touch('carriers');

-- A paid batch does not change; that two carriers turn out to be one changes nothing of what was paid.
create or replace function refuse_change_of_paid() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and current_setting('coverdesk.carrier_merge', true) = 'on'
    and (new.id, new.batch_id, new.agent_id, new.type_id, new.month, new.amount)
      = (old.id, old.batch_id, old.agent_id, old.type_id, old.month, old.amount) then
    return new;
  end if;
  if exists (select from payment_batches b where b.status_id = 3
    and b.id in (case when tg_op <> 'INSERT' then old.batch_id end, case when tg_op <> 'DELETE' then new.batch_id end)) then
    raise exception 'A paid batch does not change' using errcode = 'check_violation', constraint = 'payment_batches_paid_locked';
  end if;
  return coalesce(new, old);
end $$;

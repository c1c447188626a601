-- Lists that administrators maintain: locations, lead sources and the like (docs/decisions/082-carriers-and-lists.md).

alter table lookup_values
  -- One that is not active is offered no more; records that have it keep it.
  add column active boolean not null default true,
  -- The specification or the product relies on it: it can't be renamed, deactivated or merged.
  add column fixed boolean not null default true,
  add column version int not null default 1,
  add constraint lookup_values_name_length check (length(name) between 1 and 100);
update lookup_values set name = name || ' (' || id || ')'
where exists (select from lookup_values o where o.list = lookup_values.list and o.id < lookup_values.id and lower(o.name) = lower(lookup_values.name));
create unique index lookup_values_name_taken on lookup_values (list, lower(name));
create sequence lookup_values_record as bigint;
-- Names a value in histories and the audit record, where list and id would be two.
alter table lookup_values add column record_id bigint not null default nextval('lookup_values_record')
  constraint lookup_values_record_once unique;
alter sequence lookup_values_record owned by lookup_values.record_id;

update lookup_values set fixed = false
where list in ('generic.2', 'generic.4') or list = 'status.customer' and name in ('Contacted', 'Active', 'Inactive');

-- A new agency names its own locations; the demo brings its three, and an agency that has agents keeps what it has.
delete from lookup_values where list = 'generic.2' and not exists (select from agents);

-- What is called by a value: agents by location, applications by source, customers by language and status, leads by disposition.
create function uses_of_lookup(of_list text, of_id int) returns bigint language sql stable as $$
  select case of_list
    when 'generic.2' then (select count(*) from agents where location_id = of_id)
    when 'generic.3' then (select count(*) from customers where language_speak_id = of_id or language_mail_id = of_id)
    when 'generic.4' then (select count(*) from offline_applications where source_id = of_id)
    when 'status.customer' then (select count(*) from customers where status_id = of_id)
    when 'status.lead' then (select count(*) from leads where status_id = of_id)
    else 0
  end
$$;

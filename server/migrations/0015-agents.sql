-- Agents as administrators edit them, where they are licensed, which carriers have appointed them, and what they are paid.

-- The specification lets an NPN hold 35 characters (AGENT-10). Real ones are 1 to 10 digits; others are kept, but nobody
-- sells on them (domain/src/agents/may-sell.ts).
alter table agents drop constraint agents_npn_digits;
alter table agents
  add constraint agents_npn_length check (length(npn) between 1 and 35),
  add column version int not null default 1,
  -- Copies of the contact: its main phone, beside the name that was here before.
  add column phone text,
  -- The first day on which a licence or an appointment that nothing follows ends; kept by triggers.
  add column next_expiry date,
  add column search_name text collate "C" not null generated always as (plain_text(name)) stored;
update agents a set phone = c.main_phone from contacts c where c.id = a.contact_id;

create function copy_contact_to_agent() returns trigger language plpgsql as $$
begin
  new.phone := coalesce(new.phone, (select main_phone from contacts where id = new.contact_id));
  return new;
end $$;
create trigger agents_copy before insert on agents for each row execute function copy_contact_to_agent();

-- A contact may be changed elsewhere, as in My Account. The agent's phone follows; its name stays the one that the agency
-- gave (decision 011). Either way it is a version of the agent of its own, so that whoever has the agent open is told. At
-- the end of the transaction: an edit of the agent writes both, and nothing is left to do.
create function follow_contact_of_agent() returns trigger language plpgsql as $$
declare
  agent agents;
  named_before text := concat_ws(' ', nullif(old.first_name, ''), nullif(old.middle_name, ''), nullif(old.last_name, ''));
  named text := concat_ws(' ', nullif(new.first_name, ''), nullif(new.middle_name, ''), nullif(new.last_name, ''));
  reached text;
  moves boolean;
  renames boolean;
begin
  select * into agent from agents where contact_id = new.id for no key update;
  if not found then
    return null;
  end if;
  select main_phone into reached from contacts where id = new.id;
  moves := agent.phone is distinct from reached;
  renames := named <> named_before and named <> agent.name;
  if not moves and not renames then
    return null;
  end if;
  update agents set phone = reached, version = version + 1 where id = agent.id;
  insert into record_changes (entity, record_id, version, action, changes)
  select 'agent', agent.id, agent.version + 1, 'Contact changed', jsonb_agg(jsonb_build_object('field', field, 'old', was, 'new', became))
  from (values ('Contact name', named_before, named, renames), ('Phone', agent.phone, reached, moves)) as f (field, was, became, changed)
  where changed;
  return null;
end $$;
create constraint trigger contacts_of_agents after update of first_name, middle_name, last_name, main_phone on contacts
  deferrable initially deferred for each row execute function follow_contact_of_agent();

-- What the list of agents sorts and filters by; names are found by trigrams.
create index agents_name on agents (search_name, id);
create index agents_name_contains on agents using gin (search_name extensions.gin_trgm_ops);
create index agents_login on agents (plain_text(login_email) collate "C", id);
create index agents_npn_plain on agents (plain_text(npn) collate "C", id);
create index agents_created on agents (created_at, id);
create index agents_narrow on agents (status_id, agent_type_id, location_id);
create index agents_next_expiry on agents (next_expiry, id);
insert into list_versions (list) values ('agents');
create trigger agents_touch after insert or update or delete or truncate on agents
  for each statement execute function note_list_touch('agents');

-- Where an agent may sell what. Two licences of a state and line never hold on the same day.
create table agent_licenses (
  id bigint generated always as identity primary key,
  agent_id bigint not null references agents on delete cascade,
  state text not null references states (code),
  number text not null constraint agent_licenses_number_length check (length(number) between 1 and 35),
  line text not null constraint agent_licenses_line_known check (line in ('Health', 'Life and Health', 'Life', 'Other')),
  effective date not null,
  -- The last day; null: does not expire.
  expiry date,
  constraint agent_licenses_order check (expiry >= effective),
  constraint agent_licenses_one_a_day exclude using gist
    (agent_id with =, state with =, line with =, daterange(effective, expiry, '[]') with &&) deferrable initially deferred
);
create index agent_licenses_agent on agent_licenses (agent_id, state, effective);

-- Which carriers have appointed an agent in which states; `number` is the carrier's own for the agent.
create table agent_appointments (
  id bigint generated always as identity primary key,
  agent_id bigint not null references agents on delete cascade,
  carrier_id bigint not null references carriers,
  state text not null references states (code),
  number text not null default '' constraint agent_appointments_number_length check (length(number) <= 35),
  effective date not null,
  -- The last day, if it is to be renewed; and the last day of one that was given up, which nobody is reminded of.
  expiry date,
  terminated date,
  constraint agent_appointments_order check (least(expiry, terminated) >= effective),
  constraint agent_appointments_one_a_day exclude using gist
    (agent_id with =, carrier_id with =, state with =, daterange(effective, least(expiry, terminated), '[]') with &&)
    deferrable initially deferred
);
create index agent_appointments_agent on agent_appointments (agent_id, carrier_id, state, effective);
create index agent_appointments_carrier on agent_appointments (carrier_id);

-- The same rule as `expiries` of domain/src/agents/expiry.ts.
create function next_expiry_of(of_agent bigint) returns date stable language sql as $$
  select min(expiry) from (
    select l.expiry from agent_licenses l where l.agent_id = of_agent and l.expiry is not null and not exists (
      select from agent_licenses n
      where n.agent_id = l.agent_id and n.state = l.state and n.line = l.line and n.effective > l.effective)
    union all
    select p.expiry from agent_appointments p
    where p.agent_id = of_agent and p.expiry is not null and p.terminated is null and not exists (
      select from agent_appointments n
      where n.agent_id = p.agent_id and n.carrier_id = p.carrier_id and n.state = p.state and n.effective > p.effective)
  ) ending
$$;
create function note_next_expiry() returns trigger language plpgsql as $$
begin
  update agents a set next_expiry = next_expiry_of(a.id)
  where a.id in (select agent_id from changed) and a.next_expiry is distinct from next_expiry_of(a.id);
  return null;
end $$;
create trigger agent_licenses_added after insert on agent_licenses
  referencing new table as changed for each statement execute function note_next_expiry();
create trigger agent_licenses_changed after update on agent_licenses
  referencing new table as changed for each statement execute function note_next_expiry();
create trigger agent_licenses_removed after delete on agent_licenses
  referencing old table as changed for each statement execute function note_next_expiry();
create trigger agent_appointments_added after insert on agent_appointments
  referencing new table as changed for each statement execute function note_next_expiry();
create trigger agent_appointments_changed after update on agent_appointments
  referencing new table as changed for each statement execute function note_next_expiry();
create trigger agent_appointments_removed after delete on agent_appointments
  referencing old table as changed for each statement execute function note_next_expiry();

-- What an agent gets per member and month (PMPM) of a carrier's policies, from the first to the last day given. The
-- database itself keeps a day from having two rates (A-050).
create table agent_rates (
  id bigint generated always as identity primary key,
  agent_id bigint not null references agents,
  carrier_id bigint not null references carriers,
  rate numeric(12, 2) not null default 0 constraint agent_rates_not_negative check (rate >= 0),
  start_date date not null,
  -- Null: until another one begins.
  end_date date,
  version int not null default 1,
  created_at timestamptz not null default now(),
  -- The agent's name as lists sort by it; a copy kept by triggers, so that an index gives the order.
  agent_sort text collate "C" not null default '',
  constraint agent_rates_order check (end_date >= start_date),
  constraint agent_rates_one_a_day exclude using gist
    (agent_id with =, carrier_id with =, daterange(start_date, end_date, '[]') with &&)
);
create index agent_rates_listed on agent_rates (agent_sort, agent_id, carrier_id, start_date, id);
create index agent_rates_agent on agent_rates (agent_id, carrier_id, start_date, id);
create index agent_rates_carrier on agent_rates (carrier_id, agent_sort, agent_id, start_date, id);
create index agent_rates_start on agent_rates (start_date, id);
create index agent_rates_end on agent_rates (end_date, id);
create index agent_rates_rate on agent_rates (rate, id);

create function copy_agent_to_rate() returns trigger language plpgsql as $$
begin
  new.agent_sort := (select search_name from agents where id = new.agent_id);
  return new;
end $$;
create trigger agent_rates_copy before insert on agent_rates for each row execute function copy_agent_to_rate();
create function copy_agent_to_rates() returns trigger language plpgsql as $$
begin
  update agent_rates set agent_sort = new.search_name where agent_id = new.id and agent_sort <> new.search_name;
  return null;
end $$;
create trigger agents_of_rates after update of name on agents
  for each row when (old.name is distinct from new.name) execute function copy_agent_to_rates();
insert into list_versions (list) values ('rates');
create trigger agent_rates_touch after insert or update or delete or truncate on agent_rates
  for each statement execute function note_list_touch('rates');

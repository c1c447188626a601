-- How statement lines find their policy, and what people decide about those that do not (decision 168).

-- What files may say besides the number.
alter table commissions_staging
  add column member_id text, add column exchange_id text, add column dob date,
  add column stated_number text, add column matched_by text, add column confidence smallint, add column exception text;
alter table commission_lines
  add column member_id text,
  add column exchange_id text,
  add column dob date,
  -- The number as the file says it, where the policy spells it differently.
  add column stated_number text,
  -- Rule that found the policy (match-line.ts), with its confidence in percent; 'ignored': a person decided that it has none.
  add column matched_by text,
  add column confidence smallint,
  -- Why a line without a policy is an exception; null: no policy has its number.
  add column exception text;
alter table commission_lines
  add constraint commission_lines_matched_by_known check (matched_by in
    ('resolution', 'ignored', 'number', 'spelling', 'member', 'exchange', 'name')),
  add constraint commission_lines_exception_known check (exception in
    ('nameDiffers', 'numberReused', 'birthDateDiffers', 'twoPolicies'));
alter table commission_sources add column member_id text, add column exchange_id text, add column dob date;
alter table commission_replaced_lines
  add column member_id text, add column exchange_id text, add column dob date, add column stated_number text;
alter table commission_replaced_sources add column member_id text, add column exchange_id text, add column dob date;

create or replace function complete_commission_lines(of_lines bigint[]) returns void language sql as $$
  update commission_lines l set batch_id = s.batch_id, last_batch_id = s.batch_id, last_line = s.file_line,
    kind = coalesce(s.kind, case when l.amount < 0 then 'chargeback' else 'other' end), members = s.members,
    insured_name = s.insured_name, agent_npn = s.agent_npn, member_id = s.member_id, exchange_id = s.exchange_id, dob = s.dob
  from (
    select line_id, (array_agg(batch_id order by batch_id nulls first))[1] as batch_id,
      (array_agg(file_line order by batch_id nulls first))[1] as file_line,
      (array_agg(stated_kind(kind) order by batch_id nulls first) filter (where stated_kind(kind) is not null))[1] as kind,
      (array_agg(members order by batch_id nulls first) filter (where members is not null))[1] as members,
      (array_agg(insured_name order by batch_id nulls first) filter (where insured_name is not null))[1] as insured_name,
      (array_agg(agent_npn order by batch_id nulls first) filter (where agent_npn is not null))[1] as agent_npn,
      (array_agg(member_id order by batch_id nulls first) filter (where member_id is not null))[1] as member_id,
      (array_agg(exchange_id order by batch_id nulls first) filter (where exchange_id is not null))[1] as exchange_id,
      (array_agg(dob order by batch_id nulls first) filter (where dob is not null))[1] as dob
    from commission_sources where line_id = any(of_lines) group by 1
  ) s
  where l.id = s.line_id;
$$;

-- Agents of lines: by NPN, else the policy's agent of record. An agent that a person assigned stays.
create function assign_line_agents(of_lines bigint[]) returns void language sql as $$
  update commission_lines l set agent_id = x.agent_id, agent_by = x.agent_by
  from (
    select m.id, coalesce(a.id, h.agent_id) as agent_id,
      case when a.id is not null then 'file' when h.agent_id is not null then 'policy' end as agent_by
    from commission_lines m
    left join policies p on p.id = m.policy_id
    left join agents a on a.npn = m.agent_npn
    left join lateral (select agent_of_record(p, m.month) as agent_id where m.agent_npn is null and p.id is not null) h on true
    where m.id = any(of_lines) and m.agent_by is distinct from 'person'
  ) x
  where l.id = x.id and (l.agent_id, l.agent_by) is distinct from (x.agent_id, x.agent_by);
$$;

create or replace function adopt_agent_number(of_agent bigint) returns void language plpgsql as $$
declare
  number text;
  adopted bigint[];
  waiting bigint[];
  of_carrier bigint;
begin
  select npn into number from agents where id = of_agent;
  if number is null then return; end if;
  with taken as (update policies set agent_id = of_agent where agent_npn = number and agent_id is null returning id)
  select coalesce(array_agg(id), '{}') into adopted from taken;
  update policy_agents set agent_id = of_agent where agent_npn = number and agent_id is null;
  select coalesce(array_agg(id), '{}') into waiting from commission_lines
  where agent_id is null and (agent_npn = number or agent_npn is null and policy_id = any(adopted));
  perform assign_line_agents(waiting);
  perform rebuild_sums_of_lines(waiting);
  for of_carrier in select distinct carrier_id from policies where id = any(adopted) loop
    perform rebuild_policy_month_totals(of_carrier);
    perform refresh_unpaid(of_carrier, false);
    perform refresh_lost(of_carrier, false);
  end loop;
end $$;

-- Whether a policy covers any day of a month, as its carrier's newest file says.
create function policy_covers(p policies, of_month date) returns boolean stable language sql as $$
  select p.status <> 'Cancelled' and (p.effective_date is null or p.effective_date < of_month + interval '1 month')
    and (p.term_date is null and p.status <> 'Terminated' or p.term_date >= of_month)
$$;

-- A name without case, accents and punctuation.
create function line_name_key(name text) returns text immutable parallel safe language sql as $$
  select coalesce(trim(regexp_replace(plain_text(name), '[^a-z0-9]+', ' ', 'g')), '')
$$;

-- Whether a name says which of two persons of one name it is.
create function has_generation(name text) returns boolean immutable parallel safe language sql as $$
  select name ~* '\m(jr|sr|ii|iii|iv)\M'
$$;

-- Policies whose insured changed: their number may have been given to another person.
create index policy_changes_insured on policy_changes (policy_id) where field in ('FirstName', 'LastName', 'DOB');
create index policies_member on policies (carrier_id, policy_number_key(member_id)) where member_id is not null;
create index policies_exchange on policies (carrier_id, policy_number_key(exchange_subscriber_id)) where exchange_subscriber_id is not null;

-- What people decided about lines without a policy: carrier, number and name are a policy, or none of ours. The policy is known by
-- its number, so that a resolution outlives the undo of its file. Undone ones stay as history.
create table line_resolutions (
  id bigint generated always as identity primary key,
  carrier_id bigint not null references carriers,
  number_key text not null,
  name_key text not null,
  -- As the line says them.
  policy_number text not null,
  insured_name text,
  -- Number of the policy.
  resolved_to text,
  -- Why it is none of ours.
  ignored text,
  created_at timestamptz not null default now(),
  created_by bigint references users,
  undone_at timestamptz,
  undone_by bigint references users,
  constraint line_resolutions_one_decision check ((resolved_to is null) <> (ignored is null))
);
create unique index line_resolutions_once on line_resolutions (carrier_id, number_key, name_key) where undone_at is null;
create index line_resolutions_number on line_resolutions (carrier_id, number_key, name_key, id);

-- Lists of exceptions and of resolved lines.
create index commission_lines_exceptions on commission_lines (month, id)
  include (carrier_id, agent_id, amount, exception)
  where policy_id is null and matched_by is null and kind <> 'bonus';
create index commission_lines_exceptions_amount on commission_lines (amount, id)
  where policy_id is null and matched_by is null and kind <> 'bonus';
create index commission_lines_resolved on commission_lines (month, id) where matched_by in ('resolution', 'ignored');
create index commission_lines_resolved_amount on commission_lines (amount, id) where matched_by in ('resolution', 'ignored');
-- Lines whose match may change with other policies.
create index commission_lines_indirect on commission_lines (carrier_id, id)
  where matched_by in ('spelling', 'member', 'exchange', 'name', 'resolution');

-- Lines of a carrier whose file says a number: those without a policy, of the policies of that number, and found otherwise.
create function lines_of_number(of_carrier bigint, of_key text) returns setof bigint stable language sql as $$
  select l.id from commission_lines l where l.carrier_id = of_carrier and l.policy_id is null
    and policy_number_key(coalesce(l.stated_number, l.policy_number)) = of_key
  union
  select l.id from policies p join commission_lines l on l.policy_id = p.id
  where p.carrier_id = of_carrier and policy_number_key(p.policy_number) = of_key
    and policy_number_key(coalesce(l.stated_number, l.policy_number)) = of_key
  union
  select l.id from commission_lines l where l.carrier_id = of_carrier
    and l.matched_by in ('spelling', 'member', 'exchange', 'name', 'resolution')
    and policy_number_key(coalesce(l.stated_number, l.policy_number)) = of_key
$$;

-- What the agency pays an agent of what came (decision 141): the rate of the policy month per member, at most the amount, with its
-- sign. Null: not rated. Agents see it in place of the carrier's amount, so lines and sums have it beside that.

create function agent_pay(amount numeric, members int, rate numeric) returns numeric immutable parallel safe language sql as $$
  select case when members is not null and rate is not null then sign(amount) * least(abs(amount), rate * abs(members)) end
$$;

create function agent_rate(of_agent bigint, of_carrier bigint, on_day date) returns numeric stable parallel safe language sql as $$
  select r.rate from agent_rates r
  where r.agent_id = of_agent and r.carrier_id = of_carrier and r.start_date <= on_day and (r.end_date is null or r.end_date >= on_day)
$$;

-- Lines. The policy month is the statement's less the carrier's arrears, a column that a new database gets later (0190); a line
-- without members has those of its policy.
alter table commission_lines add column pay numeric(12, 2);

create function pay_of_line(l commission_lines) returns numeric stable language sql as $$
  select case when l.kind = 'bonus' then 0 else agent_pay(l.amount,
    coalesce(l.members, (select p.number_of_members from policies p where p.id = l.policy_id)),
    agent_rate(l.agent_id, l.carrier_id, (l.month - make_interval(months => coalesce((to_jsonb(c) ->> 'arrears')::int, 0)))::date)) end
  from carriers c where c.id = l.carrier_id and l.agent_id is not null
$$;
create function set_pay_of_line() returns trigger language plpgsql as $$
begin
  new.pay := pay_of_line(new);
  return new;
end $$;
create trigger commission_lines_pay before insert or update of agent_id, carrier_id, policy_id, month, kind, members, amount
  on commission_lines for each row execute function set_pay_of_line();

-- Sums, with the number of lines without a rate, and the months that have some.
alter table commission_month_totals
  add column pay numeric(16, 2),
  add column unrated int not null default 0;
alter table commission_tracks
  add column pay_months numeric(16, 2)[] not null default array_fill(null::numeric, array[12])
    constraint commission_tracks_twelve_pay check (array_length(pay_months, 1) = 12),
  add column pay_total numeric(16, 2),
  add column unrated_months smallint[] not null default '{}';
create index commission_tracks_agent_pay on commission_tracks (agent_id, pay_total, id);

create or replace function rebuild_commission_month_totals(of_carrier bigint, of_months date[]) returns void language sql as $$
  delete from commission_month_totals where carrier_id = of_carrier and month = any(of_months);
  insert into commission_month_totals (carrier_id, month, agent_id, lines, policies, members, amount, pay, unrated)
  select carrier_id, month, agent_id, count(*), count(distinct policy_number), coalesce(sum(members), 0), sum(amount), sum(pay),
    count(*) filter (where agent_id is not null and pay is null)
  from commission_lines where carrier_id = of_carrier and month = any(of_months)
  group by 1, 2, 3;
$$;

create or replace function rebuild_commission_tracks(of_carrier bigint, of_numbers text[], of_years int[]) returns void language sql as $$
  delete from commission_tracks k using (select distinct unnest(of_numbers) as policy_number) n
  where k.carrier_id = of_carrier and k.policy_number = n.policy_number and k.year = any(of_years);
  insert into commission_tracks (carrier_id, policy_number, year, agent_id, policy_id, insured_name, months, total, pay_months,
    pay_total, unrated_months)
  select carrier_id, policy_number, year, agent_id, max(policy_id), max(insured_name),
    array[sum(amount) filter (where m = 1), sum(amount) filter (where m = 2), sum(amount) filter (where m = 3),
      sum(amount) filter (where m = 4), sum(amount) filter (where m = 5), sum(amount) filter (where m = 6),
      sum(amount) filter (where m = 7), sum(amount) filter (where m = 8), sum(amount) filter (where m = 9),
      sum(amount) filter (where m = 10), sum(amount) filter (where m = 11), sum(amount) filter (where m = 12)],
    sum(amount),
    array[sum(pay) filter (where m = 1), sum(pay) filter (where m = 2), sum(pay) filter (where m = 3),
      sum(pay) filter (where m = 4), sum(pay) filter (where m = 5), sum(pay) filter (where m = 6),
      sum(pay) filter (where m = 7), sum(pay) filter (where m = 8), sum(pay) filter (where m = 9),
      sum(pay) filter (where m = 10), sum(pay) filter (where m = 11), sum(pay) filter (where m = 12)],
    sum(pay), coalesce(array_agg(distinct m order by m) filter (where agent_id is not null and pay is null), '{}')
  from (
    select l.carrier_id, l.policy_number, extract(year from l.month)::smallint as year, extract(month from l.month)::smallint as m,
      l.agent_id, l.policy_id, l.insured_name, l.amount, l.pay
    from commission_lines l join (select distinct unnest(of_numbers) as policy_number) n on n.policy_number = l.policy_number
    where l.carrier_id = of_carrier
      and l.month >= (select make_date(min(y), 1, 1) from unnest(of_years) y)
      and l.month <= (select make_date(max(y), 12, 1) from unnest(of_years) y)
  ) lines
  where year = any(of_years)
  group by 1, 2, 3, 4;
$$;

create or replace function rebuild_commission_tracks_of(of_carrier bigint) returns void language sql as $$
  delete from commission_tracks where carrier_id = of_carrier;
  insert into commission_tracks (carrier_id, policy_number, year, agent_id, policy_id, insured_name, months, total, pay_months,
    pay_total, unrated_months)
  select carrier_id, policy_number, year, agent_id, max(policy_id), max(insured_name),
    array[sum(amount) filter (where m = 1), sum(amount) filter (where m = 2), sum(amount) filter (where m = 3),
      sum(amount) filter (where m = 4), sum(amount) filter (where m = 5), sum(amount) filter (where m = 6),
      sum(amount) filter (where m = 7), sum(amount) filter (where m = 8), sum(amount) filter (where m = 9),
      sum(amount) filter (where m = 10), sum(amount) filter (where m = 11), sum(amount) filter (where m = 12)],
    sum(amount),
    array[sum(pay) filter (where m = 1), sum(pay) filter (where m = 2), sum(pay) filter (where m = 3),
      sum(pay) filter (where m = 4), sum(pay) filter (where m = 5), sum(pay) filter (where m = 6),
      sum(pay) filter (where m = 7), sum(pay) filter (where m = 8), sum(pay) filter (where m = 9),
      sum(pay) filter (where m = 10), sum(pay) filter (where m = 11), sum(pay) filter (where m = 12)],
    sum(pay), coalesce(array_agg(distinct m order by m) filter (where agent_id is not null and pay is null), '{}')
  from (
    select carrier_id, policy_number, extract(year from month)::smallint as year, extract(month from month)::smallint as m, agent_id,
      policy_id, insured_name, amount, pay
    from commission_lines where carrier_id = of_carrier
  ) lines
  group by 1, 2, 3, 4;
$$;

-- Unpaid and lost policies: what the agent who had the policy would be paid of a month of it.
alter table unpaid_policies add column pay_at_stake numeric(12, 2);
alter table lost_policies add column pay_at_stake numeric(12, 2);
create function set_pay_at_stake() returns trigger language plpgsql as $$
begin
  new.pay_at_stake := agent_pay(new.at_stake, new.number_of_members,
    agent_rate(coalesce(new.from_agent_id, new.aor_id), new.carrier_id, new.month));
  return new;
end $$;
create trigger unpaid_policies_pay before insert or update of at_stake, number_of_members, from_agent_id, aor_id, carrier_id, month
  on unpaid_policies for each row execute function set_pay_at_stake();
create trigger lost_policies_pay before insert or update of at_stake, number_of_members, from_agent_id, aor_id, carrier_id, month
  on lost_policies for each row execute function set_pay_at_stake();
create index unpaid_policies_agent_pay on unpaid_policies (agent_id, month, pay_at_stake, id) where stands;
create index lost_policies_agent_pay on lost_policies (agent_id, month, pay_at_stake, id) where stands;

-- Pay of a carrier's lines and policies from a month on, of one agent or of all, by the rates of now. Waits for a load, whose lines it
-- would not see.
create function refresh_pay(of_carrier bigint, of_agent bigint, since date) returns void language plpgsql as $$
declare
  changed bigint[];
begin
  perform pg_advisory_xact_lock(hashtext('import commissions'), 0);
  with rated as (
    select l.id, pay_of_line(l) as pay from commission_lines l
    where l.carrier_id = of_carrier and l.agent_id is not null and (of_agent is null or l.agent_id = of_agent) and l.month >= since
  ), written as (
    update commission_lines l set pay = r.pay from rated r where l.id = r.id and l.pay is distinct from r.pay returning l.id
  )
  select coalesce(array_agg(id), '{}') into changed from written;
  perform rebuild_sums_of_lines(changed);
  update unpaid_policies n set month = n.month
  where n.carrier_id = of_carrier and n.month >= since and (of_agent is null or coalesce(n.from_agent_id, n.aor_id) = of_agent);
  update lost_policies n set month = n.month
  where n.carrier_id = of_carrier and n.month >= since and (of_agent is null or coalesce(n.from_agent_id, n.aor_id) = of_agent);
end $$;

create function refresh_pay_of_rates() returns trigger language plpgsql as $$
declare
  pair record;
begin
  for pair in
    select carrier_id, agent_id, date_trunc('month', min(start_date))::date as since from changed group by 1, 2 order by 1, 2
  loop
    perform refresh_pay(pair.carrier_id, pair.agent_id, pair.since);
  end loop;
  return null;
end $$;
create trigger agent_rates_pay_added after insert on agent_rates
  referencing new table as changed for each statement execute function refresh_pay_of_rates();
create trigger agent_rates_pay_deleted after delete on agent_rates
  referencing old table as changed for each statement execute function refresh_pay_of_rates();
create trigger agent_rates_pay_before after update on agent_rates
  referencing old table as changed for each statement execute function refresh_pay_of_rates();
create trigger agent_rates_pay_after after update on agent_rates
  referencing new table as changed for each statement execute function refresh_pay_of_rates();

create function refresh_pay_of_carrier() returns trigger language plpgsql as $$
begin
  perform refresh_pay(new.id, null, '-infinity');
  return null;
end $$;
create trigger carriers_pay after update on carriers
  for each row when (to_jsonb(old) -> 'arrears' is distinct from to_jsonb(new) -> 'arrears') execute function refresh_pay_of_carrier();

update commission_lines l set pay = pay_of_line(l) where l.agent_id is not null;
select rebuild_commission_tracks_of(id),
  rebuild_commission_month_totals(id, (select coalesce(array_agg(distinct month), '{}') from commission_lines where carrier_id = id))
from carriers;
update unpaid_policies set month = month;
update lost_policies set month = month;

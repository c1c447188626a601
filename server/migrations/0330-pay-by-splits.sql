-- Agents who share a policy see their share of the writing part, as the pay run divides it (decision 270), and no pay of lines that a
-- person said are none of the agency's.

-- An agent's share of a writing part on a day: whole cents, the rest to the largest remainders, ties to the lower agent (rule 14).
-- All of it without a split; nothing for an agent who has no share in it.
create function share_of_pay(pay numeric, of_policy bigint, of_agent bigint, on_day date)
  returns numeric stable parallel safe language sql as $$
  with parts as (
    select s.agent_id, floor(abs(pay) * s.share) as down, abs(pay) * s.share - floor(abs(pay) * s.share) as rest
    from policy_splits s
    where s.policy_id = of_policy and s.start_date <= on_day and (s.end_date is null or s.end_date >= on_day)
  ), shares as (
    select agent_id, down, row_number() over (order by rest desc, agent_id) as place,
      abs(pay) * 100 - sum(down) over () as cents_left
    from parts
  )
  select case when pay is null or not exists (select from parts) then pay else coalesce((
    select sign(pay) * (down + (place <= cents_left)::int) / 100 from shares where agent_id = of_agent), 0) end
$$;

create or replace function pay_of_line(l commission_lines) returns numeric stable language sql as $$
  select case when exists (select from policy_splits s where s.policy_id = l.policy_id)
    then share_of_pay(p.pay, l.policy_id, l.agent_id, d.day) else p.pay end
  from carrier_terms t
  cross join lateral (select (l.month - make_interval(months => t.arrears))::date as day) d
  cross join lateral (select case when l.kind = 'bonus' or l.matched_by = 'ignored' then 0 else agent_term_pay(l.amount,
    coalesce(l.members, (select p.number_of_members from policies p where p.id = l.policy_id)),
    l.agent_id, l.carrier_id, d.day) end as pay) p
  where t.carrier_id = l.carrier_id and t.months @> l.month and l.agent_id is not null
$$;

drop trigger commission_lines_pay on commission_lines;
create trigger commission_lines_pay before insert or update of agent_id, carrier_id, policy_id, month, kind, members, amount, matched_by
  on commission_lines for each row execute function set_pay_of_line();

create or replace function set_pay_at_stake() returns trigger language plpgsql as $$
begin
  new.pay_at_stake := share_of_pay(
    agent_term_pay(new.at_stake, new.number_of_members, coalesce(new.from_agent_id, new.aor_id), new.carrier_id, new.month),
    new.policy_id, coalesce(new.from_agent_id, new.aor_id), new.month);
  return new;
end $$;

-- Waits for a load, whose lines it would not see. A deleted policy takes its splits along, each by a statement of its own.
create function refresh_pay_of_policies(of_policies bigint[]) returns void language plpgsql as $$
declare
  changed bigint[];
begin
  perform pg_advisory_xact_lock(hashtext('import commissions'), 0);
  with written as (
    update commission_lines l set pay = pay_of_line(l)
    where l.policy_id = any(of_policies) and l.agent_id is not null and l.pay is distinct from pay_of_line(l) returning l.id
  )
  select coalesce(array_agg(id), '{}') into changed from written;
  perform rebuild_sums_of_lines(changed);
  update unpaid_policies n set month = n.month where n.policy_id = any(of_policies);
  update lost_policies n set month = n.month where n.policy_id = any(of_policies);
end $$;
create function refresh_pay_of_splits() returns trigger language plpgsql as $$
begin
  if exists (select from changed) then
    perform refresh_pay_of_policies(array(select distinct policy_id from changed order by 1));
  end if;
  return null;
end $$;
create trigger policy_splits_pay_added after insert on policy_splits
  referencing new table as changed for each statement execute function refresh_pay_of_splits();
create trigger policy_splits_pay_deleted after delete on policy_splits
  referencing old table as changed for each statement execute function refresh_pay_of_splits();
create trigger policy_splits_pay_changed after update on policy_splits
  referencing new table as changed for each statement execute function refresh_pay_of_splits();

select refresh_pay_of_policies(array(select distinct policy_id from policy_splits order by 1));

do $$
declare
  ignored bigint[];
begin
  with changed as (
    update commission_lines set matched_by = matched_by where matched_by = 'ignored' and agent_id is not null returning id
  )
  select coalesce(array_agg(id), '{}') into ignored from changed;
  perform rebuild_sums_of_lines(ignored);
end $$;

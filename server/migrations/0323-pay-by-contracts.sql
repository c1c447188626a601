-- What agents see as their pay follows the terms of the pay run: a contract of the carrier, then one of any carrier, then the rate
-- (decision 264).

create function agent_term_pay(received numeric, members int, of_agent bigint, of_carrier bigint, on_day date)
  returns numeric stable parallel safe language sql as $$
  select case
    when k.percent is not null then round(received * k.percent / 100, 2)
    when k.id is not null then agent_pay(received, members, k.amount)
    else agent_pay(received, members, agent_rate(of_agent, of_carrier, on_day))
  end
  from (select) one left join lateral (
    select c.id, c.percent, c.amount from agent_contracts c
    where c.agent_id = of_agent and (c.carrier_id = of_carrier or c.carrier_id is null)
      and c.start_date <= on_day and (c.end_date is null or c.end_date >= on_day)
    order by c.carrier_id nulls last limit 1
  ) k on true
$$;

create or replace function pay_of_line(l commission_lines) returns numeric stable language sql as $$
  select case when l.kind = 'bonus' then 0 else agent_term_pay(l.amount,
    coalesce(l.members, (select p.number_of_members from policies p where p.id = l.policy_id)),
    l.agent_id, l.carrier_id, (l.month - make_interval(months => t.arrears))::date) end
  from carrier_terms t where t.carrier_id = l.carrier_id and t.months @> l.month and l.agent_id is not null
$$;

create or replace function set_pay_at_stake() returns trigger language plpgsql as $$
begin
  new.pay_at_stake := agent_term_pay(new.at_stake, new.number_of_members,
    coalesce(new.from_agent_id, new.aor_id), new.carrier_id, new.month);
  return new;
end $$;

-- A contract of any carrier is for each carrier of which the agent has lines or policies.
create function refresh_pay_of_contracts() returns trigger language plpgsql as $$
declare
  pair record;
begin
  for pair in
    select c.id as carrier_id, k.agent_id, date_trunc('month', min(k.start_date))::date as since
    from changed k join carriers c on c.id = k.carrier_id or (k.carrier_id is null and (
      exists (select from commission_lines l where l.carrier_id = c.id and l.agent_id = k.agent_id)
      or exists (select from unpaid_policies n where n.carrier_id = c.id and coalesce(n.from_agent_id, n.aor_id) = k.agent_id)
      or exists (select from lost_policies n where n.carrier_id = c.id and coalesce(n.from_agent_id, n.aor_id) = k.agent_id)))
    group by 1, 2 order by 1, 2
  loop
    perform refresh_pay(pair.carrier_id, pair.agent_id, pair.since);
  end loop;
  return null;
end $$;
create trigger agent_contracts_pay_added after insert on agent_contracts
  referencing new table as changed for each statement execute function refresh_pay_of_contracts();
create trigger agent_contracts_pay_deleted after delete on agent_contracts
  referencing old table as changed for each statement execute function refresh_pay_of_contracts();
create trigger agent_contracts_pay_before after update on agent_contracts
  referencing old table as changed for each statement execute function refresh_pay_of_contracts();
create trigger agent_contracts_pay_after after update on agent_contracts
  referencing new table as changed for each statement execute function refresh_pay_of_contracts();

-- What is stored so far, where a contract decides.
do $$
declare
  pair record;
begin
  for pair in
    select c.id as carrier_id, k.agent_id, date_trunc('month', min(k.start_date))::date as since
    from agent_contracts k join carriers c on c.id = k.carrier_id or k.carrier_id is null
    group by 1, 2 order by 1, 2
  loop
    perform refresh_pay(pair.carrier_id, pair.agent_id, pair.since);
  end loop;
end $$;

-- Pay alone is no change of the statements: no count follows from it, and a draft pay run names the contract or rate that changed.
drop trigger commission_lines_touch on commission_lines;
create trigger commission_lines_touch after insert or delete or truncate or update of policy_id, carrier_id, month, kind, members, amount,
  policy_number, stated_number, member_id, exchange_id, insured_name, dob, agent_id, agent_by, agent_npn, exception, matched_by, confidence,
  batch_id, last_batch_id, last_line, version on commission_lines
  for each statement execute function note_list_touch('commission_lines');

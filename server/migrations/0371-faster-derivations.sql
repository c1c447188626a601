-- runs with: 0370
-- Tracks were joined with themselves by year alone right after they were written, when their statistics say nothing: a statement
-- of 100,000 lines spent most of its time there. Now the function returns what it wrote.
drop function rebuild_tracks_of_lines(bigint, text[], int[]);
create function rebuild_tracks_of_lines(of_carrier bigint, of_numbers text[], of_years int[])
  returns table (policy_id bigint, year smallint)
  language sql as $$
  delete from commission_tracks k using (select distinct unnest(of_numbers) as policy_number) n
  where k.carrier_id = of_carrier and k.policy_number = n.policy_number and k.year = any(of_years);
  insert into commission_tracks as written (carrier_id, policy_number, year, agent_id, policy_id, insured_name, months, total, pay_months,
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
  where lines.year = any(of_years)
  group by 1, 2, 3, 4
  returning written.policy_id, written.year;
$$;

create or replace function rebuild_commission_tracks(of_carrier bigint, of_numbers text[], of_years int[]) returns void
  language plpgsql as $$
declare
  ids bigint[];
  years smallint[];
begin
  select array_agg(w.policy_id), array_agg(w.year) into ids, years from rebuild_tracks_of_lines(of_carrier, of_numbers, of_years) w;
  perform refresh_expected_tracks(of_carrier, array(
    select distinct without.id
    from (
      select p.id, y.year
      from (select distinct unnest(of_numbers) as policy_number) n
      join policies p on p.carrier_id = of_carrier and p.policy_number = n.policy_number
      cross join (select distinct unnest(of_years)::smallint as year) y
      except
      select w.id, w.year from unnest(ids, years) as w (id, year)
    ) without));
end $$;

-- A cast of text to a date is not immutable, which kept PostgreSQL from inlining the function into its queries.
create or replace function book_covers(p policies, gone date, of_month date) returns boolean
  language sql immutable as $$
  select p.status <> 'Cancelled'
    and (p.effective_date is null or p.effective_date < of_month + interval '1 month')
    and coalesce(p.term_date, case p.status when 'Terminated' then date '-infinity' else date 'infinity' end) >= of_month
    and (p.missing_since is null or coalesce(of_month < gone, false))
$$;

-- ON CONFLICT locks each row that it meets, also where nothing changed: most units of the six months. Only those that differ are inserted.
create or replace function derive_source_units(of_carrier bigint, of_month date) returns void language sql as $$
  with dates as materialized (
    select of_month + interval '1 month' as next, statements_that_pay(of_carrier, of_month) as statements,
      statement_due_for(of_carrier, of_month) as due
  ),
  records as materialized (
    select x.application_id, x.place, x.issuer_number, x.exchange_ids, x.first_name, x.last_name, x.effective, x.expiration, x.members,
      m.snapshot_at, m.agent_id,
      -- Of the month: a change is no reason to doubt the months before it.
      coalesce((select a.npn from exchange_agents a where a.application_id = x.application_id and a.seen_at < (select next from dates)
        order by a.seen_at desc limit 1), (select a.npn from exchange_agents a where a.application_id = x.application_id
        order by a.seen_at limit 1)) as agent_npn
    from exchange_policies x join marketplace_applications m on m.id = x.application_id
    where coalesce(x.carrier_id, 0) = coalesce(of_carrier, 0) and x.effective < (select next from dates) and x.expiration >= of_month
  ),
  book as (
    select p.id from policies p left join import_batches b on b.id = p.missing_batch_id
    where p.carrier_id = of_carrier and book_covers(p, b.month, of_month)
  ),
  parts as (
    select l.policy_id, l.kind, m.amount from line_months m join commission_lines l on l.id = m.line_id
    where m.carrier_id = of_carrier and m.month = of_month and l.policy_id is not null
    union all
    select l.policy_id, l.kind, l.amount from commission_lines l
    where l.carrier_id = of_carrier and l.month = any((select statements from dates)::date[]) and l.policy_id is not null
      and l.policy_month is null and l.id not in (select m.line_id from line_months m where m.carrier_id = of_carrier)
    union all
    select l.policy_id, l.kind, l.amount from commission_lines l
    where l.carrier_id = of_carrier and l.policy_month = of_month and l.policy_id is not null
      and not exists (select from line_months m where m.line_id = l.id)
  ),
  candidates as (
    select r.*, c.policy_id, rank() over (partition by r.application_id, r.place order by (c.in_book is not true), c.by) as best
    from records r
    cross join lateral (
      select p.id as policy_id, 1 as by, book_covers(p, (select b.month from import_batches b where b.id = p.missing_batch_id), of_month) as in_book
      from policies p
      where p.carrier_id = of_carrier and policy_number_key(p.policy_number) = policy_number_key(r.issuer_number)
      union all
      select p.id, 2, book_covers(p, (select b.month from import_batches b where b.id = p.missing_batch_id), of_month) from policies p
      where p.carrier_id = of_carrier and policy_number_key(p.member_id) = policy_number_key(r.issuer_number)
      union all
      select p.id, 3, book_covers(p, (select b.month from import_batches b where b.id = p.missing_batch_id), of_month)
      from unnest(r.exchange_ids) e join policies p
        on p.carrier_id = of_carrier and policy_number_key(p.exchange_subscriber_id) = policy_number_key(e)
    ) c
  ),
  -- Two policies of the same rank are two candidates, which are never joined; of two records of a policy the newer one is.
  joined as materialized (
    select distinct on (policy_id) *
    from (
      select application_id, place, max(snapshot_at) as snapshot_at, min(policy_id) as policy_id, max(agent_id) as agent_id,
        max(agent_npn) as agent_npn, max(effective) as effective, max(expiration) as expiration, max(members) as members
      from candidates where best = 1 group by 1, 2 having count(distinct policy_id) = 1
    ) one order by policy_id, snapshot_at desc, application_id, place
  ),
  -- The facts of the three sources by policy: one grouping, whose cost does not depend on what the planner knows of them.
  facts as (
    select policy_id, bool_or(in_book) as in_book, coalesce(sum(amount), 0) as paid,
      coalesce(sum(amount) filter (where kind <> 'bonus'), 0) as received, max(application_id) as application_id, max(place) as place,
      max(agent_id) as agent_id, max(agent_npn) as agent_npn, max(effective) as effective, max(expiration) as expiration,
      max(members) as members
    from (
      select b.id as policy_id, true as in_book, null::numeric as amount, null::text as kind, null::bigint as application_id, null::int as place,
        null::bigint as agent_id, null::text as agent_npn, null::date as effective, null::date as expiration, null::int as members
      from book b
      union all
      select s.policy_id, false, s.amount, s.kind, null, null, null, null, null, null, null from parts s
      union all
      select j.policy_id, false, null, null, j.application_id, j.place, j.agent_id, j.agent_npn, j.effective, j.expiration, j.members from joined j
    ) f group by policy_id
  ),
  found as (
    select p.id as policy_id, k.application_id, k.place, coalesce(p.agent_id, k.agent_id) as agent_id, k.agent_npn as exchange_npn,
      k.application_id is not null as in_exchange, k.in_book,
      k.paid, k.received, c.class as month_class, c.stake as month_stake, c.expected,
      k.agent_npn is not null and k.agent_npn is distinct from npn_on(p, greatest(of_month, k.effective)) as other_agent,
      (extract(year from p.effective_date) = extract(year from k.effective) and p.effective_date <> k.effective)
        or term_in_year(p.term_date, k.effective) <> term_in_year(k.expiration, k.effective)
        or p.number_of_members <> k.members as other_facts,
      p.exchange_subscriber_id is null as off_exchange,
      case when c.class is null or c.state = 'unrated'
        then exists (select from commission_month_totals t where t.carrier_id = of_carrier and t.month >= (select due from dates)
            and t.lines > t.of_agents)
          and not is_behind(p, of_month, true)
        else c.class = 'missing' end as is_due,
      p.first_name || ' ' || p.last_name as insured_name, p.search_name, p.sort_name
    from facts k
    join policies p on p.id = k.policy_id
    left join commission_months c on c.policy_id = k.policy_id and c.month = of_month
  ),
  units as (
    select 'p' || policy_id as key, policy_id, application_id, place, null::bigint as line_id, agent_id, exchange_npn,
      case
        when in_exchange and in_book and other_agent then 'agent differs'
        when in_exchange and in_book and other_facts then 'facts differ'
        when in_exchange and in_book and received <> 0 then
          case when coalesce(month_class, 'exact') in ('exact', 'not rated') then 'agrees' else 'paid differently' end
        when in_exchange and in_book then case when is_due then 'not paid' else 'waiting' end
        when in_exchange then case when received <> 0 then 'paid, not on book' else 'not on book' end
        when in_book and off_exchange then case when received <> 0 then 'off exchange, paid' else 'off exchange, unpaid' end
        when in_book then case when received <> 0 then 'no exchange record, paid' else 'no exchange record, unpaid' end
        else 'statement only' end as class,
      in_exchange, in_book, paid,
      case
        when in_exchange and in_book and other_agent then (13 - extract(month from of_month)) * coalesce(nullif(expected, 0), (
          select e.expected from commission_months e where e.policy_id = found.policy_id and e.month < of_month and e.expected > 0
          order by e.month desc limit 1), 0)
        else coalesce(month_stake, 0) end as stake,
      insured_name, search_name, sort_name
    from found
    union all
    select 'x' || r.application_id || '.' || r.place, null, r.application_id, r.place, null, r.agent_id, r.agent_npn, 'not on book', true, false, 0, 0,
      r.first_name || ' ' || r.last_name, plain_text(r.first_name || ' ' || r.last_name), plain_text(r.last_name || ' ' || r.first_name)
    from records r where (r.application_id, r.place) not in (select j.application_id, j.place from joined j)
    union all
    select 'l' || l.id, null, null, null, l.id, l.agent_id, null, 'statement only', false, false, l.amount, 0,
      coalesce(l.insured_name, l.policy_number), plain_text(coalesce(l.insured_name, l.policy_number)),
      plain_text(coalesce(l.insured_name, l.policy_number))
    from commission_lines l
    where l.carrier_id = of_carrier and l.policy_id is null
      and (l.policy_month = of_month or l.policy_month is null and l.month = any((select statements from dates)::date[]))
  ),
  gone as (
    delete from source_units u where coalesce(u.carrier_id, 0) = coalesce(of_carrier, 0) and u.month = of_month
      and u.key not in (select n.key from units n)
  )
  insert into source_units as u (month, key, carrier_id, policy_id, application_id, place, line_id, agent_id, exchange_npn, class, in_exchange,
    in_book, paid, stake, insured_name, search_name, sort_name)
  select of_month, n.key, of_carrier, n.policy_id, n.application_id, n.place, n.line_id, n.agent_id, n.exchange_npn, n.class, n.in_exchange, n.in_book,
    n.paid, n.stake, n.insured_name, n.search_name, n.sort_name
  from units n left join source_units o on o.month = of_month and o.key = n.key
  where o.key is null or (o.carrier_id, o.application_id, o.place, o.agent_id, o.exchange_npn, o.class, o.in_exchange, o.in_book, o.paid,
      o.stake, o.insured_name, o.search_name, o.sort_name)
    is distinct from (of_carrier, n.application_id, n.place, n.agent_id, n.exchange_npn, n.class, n.in_exchange, n.in_book, n.paid,
      n.stake, n.insured_name, n.search_name, n.sort_name)
  on conflict (month, key) do update set carrier_id = excluded.carrier_id, application_id = excluded.application_id, place = excluded.place,
    agent_id = excluded.agent_id, exchange_npn = excluded.exchange_npn, class = excluded.class, in_exchange = excluded.in_exchange, in_book = excluded.in_book,
    paid = excluded.paid, stake = excluded.stake, insured_name = excluded.insured_name, search_name = excluded.search_name,
    sort_name = excluded.sort_name;
$$;

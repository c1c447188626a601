-- What a carrier's terms are from a month on. The first terms of a carrier have no month and are those of `carriers`, which a server of the
-- version before writes; later ones are written here. Together they cover all months.
alter table carriers
  -- Which day files mean by a term date: the last one covered, or the next one.
  add column term_date_means text not null default 'last',
  -- Days after the first of an unpaid month, for policies without a tax credit.
  add column grace_days smallint not null default 31;
alter table carriers
  add constraint carriers_term_date_known check (term_date_means in ('last', 'next')),
  add constraint carriers_grace_range check (grace_days between 0 and 120);

create table carrier_terms (
  carrier_id bigint not null references carriers on delete cascade,
  -- Of statements for the arrears, of files of policies for the term date, else of coverage.
  months daterange not null,
  arrears smallint not null constraint carrier_terms_arrears_range check (arrears between 0 and 12),
  new_period text not null constraint carrier_terms_new_period_known check (new_period in ('year', 'twelve')),
  tolerance numeric(12, 2) not null constraint carrier_terms_tolerance_range check (tolerance between 0 and 1000),
  term_date_means text not null constraint carrier_terms_term_date_known check (term_date_means in ('last', 'next')),
  grace_days smallint not null constraint carrier_terms_grace_range check (grace_days between 0 and 120),
  constraint carrier_terms_first_of_month check (lower_inf(months) or extract(day from lower(months)) = 1),
  constraint carrier_terms_one exclude using gist (carrier_id with =, months with &&)
);
create index carrier_terms_carrier on carrier_terms (carrier_id);
insert into carrier_terms select id, '(,)', arrears, new_period, tolerance, term_date_means, grace_days from carriers;

-- The statements that pay a month by themselves. None where arrears became shorter at it; two where they became longer.
create function statements_that_pay(of_carrier bigint, of_month date) returns date[] stable language sql as $$
  select case when of_carrier is null then array[of_month] else coalesce(array_agg(s.month order by s.month), '{}') end
  from (select (of_month + make_interval(months => n))::date as month from generate_series(0, 12) n) s
  join carrier_terms t on t.carrier_id = of_carrier and t.months @> s.month
    and (s.month - make_interval(months => t.arrears))::date = of_month
$$;

-- The first statement that pays a month or a later one.
create function statement_due_for(of_carrier bigint, of_month date) returns date stable language sql as $$
  select case when of_carrier is null then of_month else min(s.month) end
  from (select (of_month + make_interval(months => n))::date as month from generate_series(0, 12) n) s
  join carrier_terms t on t.carrier_id = of_carrier and t.months @> s.month
    and (s.month - make_interval(months => t.arrears))::date >= of_month
$$;

create or replace function pay_of_line(l commission_lines) returns numeric stable language sql as $$
  select case when l.kind = 'bonus' then 0 else agent_pay(l.amount,
    coalesce(l.members, (select p.number_of_members from policies p where p.id = l.policy_id)),
    agent_rate(l.agent_id, l.carrier_id, (l.month - make_interval(months => t.arrears))::date)) end
  from carrier_terms t where t.carrier_id = l.carrier_id and t.months @> l.month and l.agent_id is not null
$$;

-- After a change of arrears: what agents earn by their rates, paid lines to compare, and the three sources.
create function refresh_arrears(of_carrier bigint) returns void language plpgsql as $$
begin
  perform refresh_pay(of_carrier, null, '-infinity');
  update paid_lines d set is_changed = true from commission_lines l
  where l.id = d.line_id and l.carrier_id = of_carrier and not d.is_changed;
  insert into source_changes (carrier_id) values (of_carrier);
end $$;

drop trigger carriers_pay on carriers;
drop trigger carriers_mark_lines on carriers;
drop function refresh_pay_of_carrier();
drop function mark_lines_of_carrier();

-- Keeps the first terms as `carriers` says them.
create function keep_first_terms() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into carrier_terms values (new.id, '(,)', new.arrears, new.new_period, new.tolerance, new.term_date_means, new.grace_days);
    return null;
  end if;
  update carrier_terms t set arrears = new.arrears, new_period = new.new_period, tolerance = new.tolerance,
    term_date_means = new.term_date_means, grace_days = new.grace_days
  where t.carrier_id = new.id and lower_inf(t.months);
  if old.arrears <> new.arrears then
    perform refresh_arrears(new.id);
  end if;
  return null;
end $$;
create trigger carriers_first_terms after insert or update of arrears, new_period, tolerance, term_date_means, grace_days on carriers
  for each row execute function keep_first_terms();

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
      and l.id not in (select m.line_id from line_months m where m.carrier_id = of_carrier)
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
        then exists (select from commission_month_totals t where t.carrier_id = of_carrier and t.month >= (select due from dates))
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
    where l.carrier_id = of_carrier and l.month = any((select statements from dates)::date[]) and l.policy_id is null
  ),
  gone as (
    delete from source_units u where coalesce(u.carrier_id, 0) = coalesce(of_carrier, 0) and u.month = of_month
      and u.key not in (select n.key from units n)
  )
  insert into source_units as u (month, key, carrier_id, policy_id, application_id, place, line_id, agent_id, exchange_npn, class, in_exchange,
    in_book, paid, stake, insured_name, search_name, sort_name)
  select of_month, n.key, of_carrier, n.policy_id, n.application_id, n.place, n.line_id, n.agent_id, n.exchange_npn, n.class, n.in_exchange, n.in_book,
    n.paid, n.stake, n.insured_name, n.search_name, n.sort_name from units n
  on conflict (month, key) do update set carrier_id = excluded.carrier_id, application_id = excluded.application_id, place = excluded.place,
    agent_id = excluded.agent_id, exchange_npn = excluded.exchange_npn, class = excluded.class, in_exchange = excluded.in_exchange, in_book = excluded.in_book,
    paid = excluded.paid, stake = excluded.stake, insured_name = excluded.insured_name, search_name = excluded.search_name,
    sort_name = excluded.sort_name
    where (u.carrier_id, u.application_id, u.place, u.agent_id, u.exchange_npn, u.class, u.in_exchange, u.in_book, u.paid, u.stake, u.insured_name,
        u.search_name, u.sort_name)
      is distinct from (excluded.carrier_id, excluded.application_id, excluded.place, excluded.agent_id, excluded.exchange_npn, excluded.class,
        excluded.in_exchange, excluded.in_book, excluded.paid, excluded.stake, excluded.insured_name, excluded.search_name,
        excluded.sort_name)
$$;

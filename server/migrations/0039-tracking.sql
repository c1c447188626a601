-- What each agent was paid on each policy in the months of a year (A-013): a roll-up of the lines, also of those whose
-- policy is not ours. Made anew by whatever changes lines.
create table commission_tracks (
  id bigint generated always as identity primary key,
  carrier_id bigint not null references carriers,
  policy_number text not null,
  year smallint not null,
  agent_id bigint,
  policy_id bigint,
  insured_name text,
  -- January first; null where no line is.
  months numeric(16, 2)[] not null constraint commission_tracks_twelve check (array_length(months, 1) = 12),
  total numeric(16, 2) not null
);
create unique index commission_tracks_once on commission_tracks (carrier_id, policy_number, year, agent_id) nulls not distinct;
create index commission_tracks_number on commission_tracks (year, plain_text(policy_number) collate "C", id);
create index commission_tracks_total on commission_tracks (total, id);
create index commission_tracks_agent on commission_tracks (agent_id, year, id);

insert into list_versions (list) values ('commission_tracks');
create trigger commission_tracks_touch after insert or update or delete or truncate on commission_tracks
  for each statement execute function note_list_touch('commission_tracks');

-- For what a load or a deletion touched.
create function rebuild_commission_tracks(of_carrier bigint, of_numbers text[], of_years int[]) returns void language sql as $$
  delete from commission_tracks k using (select distinct unnest(of_numbers) as policy_number) n
  where k.carrier_id = of_carrier and k.policy_number = n.policy_number and k.year = any(of_years);
  insert into commission_tracks (carrier_id, policy_number, year, agent_id, policy_id, insured_name, months, total)
  select carrier_id, policy_number, year, agent_id, max(policy_id), max(insured_name),
    array[sum(amount) filter (where m = 1), sum(amount) filter (where m = 2), sum(amount) filter (where m = 3),
      sum(amount) filter (where m = 4), sum(amount) filter (where m = 5), sum(amount) filter (where m = 6),
      sum(amount) filter (where m = 7), sum(amount) filter (where m = 8), sum(amount) filter (where m = 9),
      sum(amount) filter (where m = 10), sum(amount) filter (where m = 11), sum(amount) filter (where m = 12)],
    sum(amount)
  from (
    select l.carrier_id, l.policy_number, extract(year from l.month)::smallint as year, extract(month from l.month)::int as m,
      l.agent_id, l.policy_id, l.insured_name, l.amount
    from commission_lines l join (select distinct unnest(of_numbers) as policy_number) n on n.policy_number = l.policy_number
    where l.carrier_id = of_carrier
      and l.month >= (select make_date(min(y), 1, 1) from unnest(of_years) y)
      and l.month <= (select make_date(max(y), 12, 1) from unnest(of_years) y)
  ) lines
  where year = any(of_years)
  group by 1, 2, 3, 4;
$$;

-- The same for all that a carrier ever paid.
create function rebuild_commission_tracks_of(of_carrier bigint) returns void language sql as $$
  delete from commission_tracks where carrier_id = of_carrier;
  insert into commission_tracks (carrier_id, policy_number, year, agent_id, policy_id, insured_name, months, total)
  select carrier_id, policy_number, year, agent_id, max(policy_id), max(insured_name),
    array[sum(amount) filter (where m = 1), sum(amount) filter (where m = 2), sum(amount) filter (where m = 3),
      sum(amount) filter (where m = 4), sum(amount) filter (where m = 5), sum(amount) filter (where m = 6),
      sum(amount) filter (where m = 7), sum(amount) filter (where m = 8), sum(amount) filter (where m = 9),
      sum(amount) filter (where m = 10), sum(amount) filter (where m = 11), sum(amount) filter (where m = 12)],
    sum(amount)
  from (
    select carrier_id, policy_number, extract(year from month)::smallint as year, extract(month from month)::int as m, agent_id,
      policy_id, insured_name, amount
    from commission_lines where carrier_id = of_carrier
  ) lines
  group by 1, 2, 3, 4;
$$;
select rebuild_commission_tracks_of(id) from carriers;

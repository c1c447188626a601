-- Text as people look for it and expect it sorted: without case and accents, so that Álvarez stands beside ALVAREZ. It is
-- used with collation "C", by code point, whatever the collation of the database.
-- Most text is ASCII, where lower() is all and twenty times faster; not strict, so that PostgreSQL writes it into the
-- statement instead of calling it.
create function plain_text(given text) returns text immutable parallel safe language sql as $$
  select case when octet_length(given) = length(given) then lower(given) else
    translate(lower(given), 'áàâäãåāăąçćčďđéèêëēęěíìîïīñńňóòôöõøōőřśšșťțúùûüūůűýÿźżžł', 'aaaaaaaaacccddeeeeeeeiiiiinnnoooooooorsssttuuuuuuuyyzzzl') end
$$;

-- The book: one row per carrier and policy number. What a load changes is kept in policy_changes, so that it can be
-- explained and undone exactly (P-60).
create table policies (
  id bigint generated always as identity primary key,
  carrier_id bigint not null references carriers,
  policy_number text not null,
  policy_id text,
  first_name text not null,
  last_name text not null,
  dob date,
  address text,
  city text,
  county text,
  state text,
  zip_code text,
  email text,
  phone text,
  plan_name text,
  number_of_members int constraint policies_members_counted check (number_of_members >= 0),
  agent_npn text,
  -- Resolved from agent_npn: null when the number belongs to none of our agents.
  agent_id bigint references agents,
  -- Since when this agent of record is known to hold the policy; earlier ones stand in policy_agents.
  agent_since date,
  broker_effective_date date,
  effective_date date,
  term_date date,
  paid_through_date date,
  monthly_premium numeric(12, 2),
  member_responsibility numeric(12, 2),
  status text not null default 'Active'
    constraint policies_status_known check (status in ('Active', 'Pending', 'Terminated', 'Cancelled')),
  member_id text,
  exchange_subscriber_id text,
  first_batch_id bigint,
  -- The last batch that inserted or changed the row; unchanged rows of a later file do not touch it.
  last_batch_id bigint,
  last_line int,
  -- When a newer file of the carrier came without it; null while it stands in the newest file.
  missing_since timestamptz,
  missing_batch_id bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- What 'name contains' is asked of, and what the insured are sorted by.
  search_name text collate "C" not null generated always as (plain_text(first_name || ' ' || last_name)) stored,
  sort_name text collate "C" not null generated always as (plain_text(last_name || ' ' || first_name)) stored,
  constraint policies_number_taken unique (carrier_id, policy_number)
);

-- What lists sort and filter by (decision 007). Where an expression is indexed its column stands beside it, so that a
-- count reads the index alone.
create index policies_insured on policies (sort_name, id) include (search_name);
create index policies_agent_insured on policies (agent_id, sort_name, id);
create index policies_number on policies (plain_text(policy_number) collate "C", policy_number, id);
create index policies_effective on policies (effective_date, id);
create index policies_dob on policies (dob);
create index policies_zip on policies (plain_text(zip_code) collate "C", zip_code);
create index policies_city on policies (plain_text(city) collate "C", city);
create index policies_county on policies (plain_text(county) collate "C", county);
-- For counts by any of these together: few distinct values, so later columns are found by skipping.
create index policies_narrow on policies (status, state, carrier_id, agent_id);
create index policies_name_contains on policies using gin (search_name extensions.gin_trgm_ops);

-- What a batch changed, field by field: old and new as text in the stored form.
create table policy_changes (
  id bigint generated always as identity primary key,
  policy_id bigint not null references policies on delete cascade,
  batch_id bigint not null,
  line int,
  field text not null,
  old_value text,
  new_value text,
  at timestamptz not null default now()
);
create index policy_changes_policy on policy_changes (policy_id, id);
create index policy_changes_batch on policy_changes (batch_id);

-- Earlier agents of record: closed spans only. The present one stands on the policy itself (agent_npn, agent_since), so
-- a load of a million new policies writes nothing here, and the two cannot disagree.
create table policy_agents (
  id bigint generated always as identity primary key,
  policy_id bigint not null references policies on delete cascade,
  agent_npn text not null,
  agent_id bigint references agents,
  held daterange not null constraint policy_agents_span check (not isempty(held) and not upper_inf(held)),
  batch_id bigint,
  line int,
  constraint policy_agents_one_a_day exclude using gist (policy_id with =, held with &&)
);

-- A carrier's statement, line by line.
create table commission_lines (
  id bigint generated always as identity primary key,
  policy_id bigint not null references policies,
  carrier_id bigint not null references carriers,
  month date not null constraint commission_lines_first_of_month check (extract(day from month) = 1),
  kind text not null default 'renewal',
  members int,
  amount numeric(12, 2) not null
);
create index commission_lines_policy on commission_lines (policy_id, month);

-- Roll-up of the lines: the twelve months of a year, January first; null where no line is. Rebuilt, never edited.
create table commission_years (
  policy_id bigint not null references policies on delete cascade,
  year smallint not null,
  months numeric(12, 2)[] not null constraint commission_years_twelve check (array_length(months, 1) = 12),
  primary key (policy_id, year)
);

create function rebuild_commission_years(of_carrier bigint) returns void language sql as $$
  delete from commission_years y using policies p where p.id = y.policy_id and p.carrier_id = of_carrier;
  insert into commission_years (policy_id, year, months)
  select policy_id, year,
    array(select s.amount from generate_series(1, 12) as m left join lateral (
      select x.amount from unnest(month_numbers, amounts) as x (month_number, amount) where x.month_number = m
    ) s on true order by m)
  from (
    select policy_id, year, array_agg(month_number) as month_numbers, array_agg(amount) as amounts
    from (
      select policy_id, extract(year from month)::smallint as year, extract(month from month)::int as month_number,
        sum(amount) as amount
      from commission_lines where carrier_id = of_carrier
      group by 1, 2, 3
    ) monthly
    group by 1, 2
  ) yearly;
$$;

-- Policies and members by agent, carrier and month in which coverage starts. Rebuilt for a carrier by whatever changes its policies.
create table policy_month_totals (
  carrier_id bigint not null references carriers,
  month date not null,
  agent_id bigint,
  policies int not null,
  members int not null
);
create unique index policy_month_totals_once on policy_month_totals (carrier_id, month, agent_id) nulls not distinct;
create index policy_month_totals_agent on policy_month_totals (agent_id, month);

create function rebuild_policy_month_totals(of_carrier bigint) returns void language sql as $$
  delete from policy_month_totals where carrier_id = of_carrier;
  insert into policy_month_totals (carrier_id, month, agent_id, policies, members)
  select carrier_id, date_trunc('month', effective_date)::date, agent_id, count(*), coalesce(sum(number_of_members), 0)
  from policies
  where carrier_id = of_carrier and effective_date is not null and status <> 'Cancelled'
  group by 1, 2, 3;
$$;

-- The version of a list changes with each committed change of its table, so that a count of its rows may be kept
-- exactly until then, on every node. A statement's trigger only notes the touch; the version moves at commit, so that
-- a long load holds the row for a moment only.
create table list_versions (list text primary key, version bigint not null default 0);
insert into list_versions (list) values ('policies');
create table list_touches (id bigint generated always as identity primary key, list text not null);

create function note_list_touch() returns trigger language plpgsql as $$
begin
  insert into list_touches (list) values (tg_argv[0]);
  return null;
end $$;

create function move_list_version() returns trigger language plpgsql as $$
begin
  delete from list_touches where id = new.id;
  update list_versions set version = version + 1 where list = new.list;
  return null;
end $$;

create constraint trigger list_touches_move after insert on list_touches
  deferrable initially deferred for each row execute function move_list_version();
create trigger policies_touch after insert or update or delete or truncate on policies
  for each statement execute function note_list_touch('policies');
create trigger commission_years_touch after insert or update or delete or truncate on commission_years
  for each statement execute function note_list_touch('policies');

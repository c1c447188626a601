-- CMS's lists of registered and of terminated agents. Each file is a whole list; the newest that was not undone is in use.
create table registrations_staging (
  line int primary key,
  npn text not null,
  plan_year int not null,
  first_day date not null,
  last_day date,
  npn_valid text
);
create table terminations_staging (line int primary key, npn text not null, code text not null, day date not null);

create table cms_lists (
  batch_id bigint primary key references import_batches,
  kind text not null check (kind in ('registrations', 'terminations')),
  -- Years of a registration list; empty for a termination list.
  plan_years int[] not null
);

-- NPNs without leading zeros.
create table cms_registrations (
  batch_id bigint not null references cms_lists,
  line int not null,
  npn text not null,
  plan_year int not null,
  first_day date not null,
  last_day date,
  is_npn_valid boolean,
  primary key (batch_id, line)
);
create index cms_registrations_npn on cms_registrations (npn, batch_id);

create table cms_terminations (
  batch_id bigint not null references cms_lists,
  line int not null,
  npn text not null,
  code text not null,
  day date not null,
  primary key (batch_id, line)
);
create index cms_terminations_npn on cms_terminations (npn, batch_id);

-- The list of each kind that is in use.
create view current_cms_lists as
select distinct on (l.kind) l.kind, l.batch_id, l.plan_years, b.file_name,
  (b.loaded_at at time zone 'America/New_York')::date as loaded_on
from cms_lists l join import_batches b on b.id = l.batch_id
where b.undone_at is null
order by l.kind, l.batch_id desc;

-- What the lists say about each active agent and the two newest plan years: a list goes back to 2016.
create view agent_registrations as
select a.id * 10000 + y.plan_year as id, a.id as agent_id, a.name as agent_name, a.npn, y.plan_year,
  case
    when coalesce(a.npn, '') = '' then 'no NPN'
    when t.code like 'T%' then 'terminated'
    when r.line is null then 'not on the list'
    when r.is_npn_valid = false then 'not valid'
    else 'registered'
  end as status,
  r.first_day as completed_on, r.last_day as ends_on,
  case when t.code like 'T%' then t.day end as terminated_on,
  case when t.code like 'T%' then t.code end as termination_code,
  case when t.code like 'T%' then t.file_name when r.line is not null then lists.file_name end as file_name,
  case when t.code like 'T%' then t.line else r.line end as line
from current_cms_lists lists
cross join lateral (select year from unnest(lists.plan_years) as years (year) order by year desc limit 2) as y (plan_year)
cross join agents a
left join lateral (
  select * from cms_registrations r
  where r.npn = ltrim(a.npn, '0') and r.batch_id = lists.batch_id and r.plan_year = y.plan_year
  order by r.is_npn_valid is not false desc, r.last_day desc nulls first, r.line desc limit 1
) r on true
left join lateral (
  select t.line, t.code, t.day, ended.file_name
  from current_cms_lists ended join cms_terminations t on t.batch_id = ended.batch_id and t.npn = ltrim(a.npn, '0')
  where ended.kind = 'terminations' order by t.day desc, t.line desc limit 1
) t on true
where lists.kind = 'registrations' and a.status_id = 1;

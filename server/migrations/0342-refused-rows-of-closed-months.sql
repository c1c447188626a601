-- Rows that were refused before their month was closed held no close then and must not hold the next one. A person sees them under
-- Check and can put them back. Rows loaded after the close hold the next one, as their lines would be in it.
insert into refused_rows_set_aside (file_hash, line, reason)
select distinct r.file_hash, r.line, 'Refused before its month was closed'
from refused_statement_rows() r join import_batches b on b.id = r.batch_id
cross join lateral (
  select bool_and(p.closed_at > b.loaded_at) filter (where m >= f.month) as closed_since
  from unnest(r.months) m
  cross join (select min(month) as month from pay_runs where closed_at is not null) f
  left join lateral (
    select coalesce(max(c.closed_at), '-infinity') as closed_at from pay_runs c where c.month = m and c.sequence = 0) p on true) s
where s.closed_since
  and not exists (select from refused_rows_set_aside k where k.file_hash = r.file_hash and k.line = r.line);

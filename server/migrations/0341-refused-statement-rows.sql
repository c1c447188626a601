-- Rows of statement files that were refused while loading and that a person set aside. A row is known by its file's content and its
-- line, so that an undo and the next load of the same file keep the decision.
create table refused_rows_set_aside (
  id bigint generated always as identity primary key,
  file_hash bytea not null,
  line int not null,
  reason text not null constraint refused_rows_set_aside_reason check (reason <> ''),
  created_at timestamptz not null default now(),
  created_by bigint references users,
  undone_at timestamptz,
  undone_by bigint references users
);
create unique index refused_rows_set_aside_once on refused_rows_set_aside (file_hash, line) where undone_at is null;
create index import_batches_refused on import_batches (kind, carrier_id, month) where rows_refused > 0 and undone_at is null;

-- Refused rows of loaded statements that no later file brought: with the carriers and months of their files, and the first problem.
-- A later file brought a row if it has as many new lines with the row's policy number, or if it has at least as many rows as the first
-- file and none was refused.
create function refused_statement_rows() returns table (
  batch_id bigint, file_hash bytea, file_name text, carriers bigint[], months date[], line int, column_name text, value text,
  reason text, policy_number text
) language sql stable as $$
  with files as materialized (
    select b.id, b.run_id, b.file_hash, b.file_name, b.carrier_id, b.month, b.rows_read,
      case when b.carrier_id is not null then array[b.carrier_id] else coalesce(o.carriers, '{}') end as carriers,
      case when b.month is not null then array[b.month]
        else coalesce(o.months, array[date_trunc('month', b.loaded_at)::date]) end as months
    from import_batches b
    left join lateral (
      select array_agg(distinct l.carrier_id) as carriers, array_agg(distinct l.month) as months
      from commission_lines l where (b.carrier_id is null or b.month is null) and l.last_batch_id = b.id) o on true
    where b.kind = 'commissions' and b.rows_refused > 0 and b.undone_at is null
  ),
  refused as (
    select distinct on (f.id, r.line) f.*, r.line, r.column_name, r.value, r.reason, r.key
    from files f join import_refusals r on r.run_id = f.run_id
    order by f.id, r.line, r.position
  ),
  numbered as (
    select r.*, row_number() over (partition by r.id, r.key order by r.line) as place from refused r
  )
  select n.id, n.file_hash, n.file_name, n.carriers, n.months, n.line, n.column_name, n.value, n.reason, n.key
  from numbered n
  where not exists (
      select from import_batches t where t.kind = 'commissions' and t.undone_at is null and t.id > n.id and t.rows_refused = 0
        and t.rows_read >= n.rows_read and t.carrier_id is not distinct from n.carrier_id and t.month is not distinct from n.month)
    and not (n.key is not null and n.place <= (
      select count(*) from unnest(n.carriers) k (id) cross join lateral lines_of_number(k.id, policy_number_key(n.key)) q (id)
      join commission_lines l on l.id = q.id
      where l.batch_id > n.id and l.month = any(n.months)))
$$;

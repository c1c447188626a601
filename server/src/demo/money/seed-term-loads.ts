import type { LentConnection } from '../../platform/db/connection.ts'

/** Past loads of terms: kind of file, its name, the table that it filled, the rows of it, how a sentence names one, and its kind in histories. */
const loads = [
  {
    kind: 'schedules',
    file: 'carrier-schedules',
    table: 'commission_schedules',
    entity: 'schedule',
    rows: 't.first_month = $1::date',
    name: `(select c.name from carriers c where c.id = t.carrier_id) || ', ' || to_char(t.first_month, 'MM/YYYY')`,
  },
  {
    kind: 'contracts',
    file: 'agent-contracts',
    table: 'agent_contracts',
    entity: 'agent-contract',
    rows: 'true',
    name: `(select a.name from agents a where a.id = t.agent_id) || ', from ' || to_char(t.start_date, 'MM/DD/YYYY')`,
  },
  {
    kind: 'uplines',
    file: 'hierarchy',
    table: 'agent_uplines',
    entity: 'agent-upline',
    rows: 'true',
    name: `(select a.name from agents a where a.id = t.agent_id) || ', from ' || to_char(t.start_date, 'MM/DD/YYYY')`,
  },
  {
    kind: 'overrides',
    file: 'overrides',
    table: 'override_terms',
    entity: 'override',
    rows: 'true',
    name: `(select a.name from agents a where a.id = t.agent_id) || ', level ' || t.level`,
  },
  {
    kind: 'adjustments',
    file: 'adjustments',
    table: 'agent_adjustments',
    entity: 'adjustment',
    rows: 'true',
    name: `(select a.name from agents a where a.id = t.agent_id) || ', ' || t.reason`,
  },
] as const

/** The files that brought the schedules and terms of the year of `today`; each can be undone. */
export async function seedTermLoads(client: LentConnection, today: string, userId: number): Promise<void> {
  const year = Number(today.slice(0, 4))
  for (const [place, { kind, file, table, entity, rows, name }] of loads.entries())
    await client.query(
      `with loaded as (
        select t.id, t.version, ${name} as name from ${table} t where ${rows}
      ),
      told as (
        select overlay(overlay(md5($5) placing '4' from 13) placing '8' from 17)::uuid as run_id, count(*)::int as rows, least($1::date + 4 + interval '14 hours' + $3 * interval '7 minutes',
          $2::date - interval '9 hours' + $3 * interval '7 minutes') as at from loaded having $1::date is not null
      ),
      batch as (
        insert into import_batches (run_id, kind, file_name, file_hash, bytes, profile_version, rows_read, rows_new, rows_changed,
          rows_unchanged, rows_missing, rows_refused, loaded_at, loaded_by)
        select run_id, $4, $5, sha256(convert_to($5, 'UTF8')), 180 + rows * 64, 0, rows, rows, 0, 0, 0, 0, at, $6::bigint from told
        returning id
      ),
      run as (
        insert into import_runs (id, kind, dry_run, state, stage, file_name, bytes, bytes_expected, rows_read, rows_written, outcome,
          batch_id, started_by, started_at, beat_at, finished_at)
        select t.run_id, $4, false, 'loaded', 'finishing', $5, 180 + t.rows * 64, 180 + t.rows * 64, t.rows, t.rows,
          jsonb_build_object('counts', jsonb_build_object('rows', t.rows, 'new', t.rows, 'changed', 0, 'unchanged', 0, 'missing', 0,
            'refused', 0), 'headings', '[]'::jsonb, 'ignoredColumns', '[]'::jsonb, 'problems', '[]'::jsonb, 'agentChanges', '[]'::jsonb,
            'commissions', null, 'stageSeconds', '{}'::jsonb), b.id, $6, t.at, t.at, t.at
        from told t cross join batch b
      ),
      marked as (
        insert into term_marks (batch_id, record_id, version, name) select b.id, l.id, l.version, l.name from loaded l cross join batch b
      )
      insert into record_changes (entity, record_id, version, action, at, by_user, changes)
      select $7, l.id, l.version, 'Loaded from a file', t.at, $6, '[]' from loaded l cross join told t`,
      [`${year}-01-01`, today, place, kind, `${file}-${year}.csv`, userId, entity],
    )
}

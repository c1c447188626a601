import { fail } from '@coverdesk/domain/fail.ts'
import { PlanDataLoad, type PlanDataSet } from '@coverdesk/domain/plan-data/plan-data-contract.ts'
import { isInsurerSource, neededPlanFiles } from '@coverdesk/domain/plan-data/plan-files.ts'
import type { PlanFileKind } from '@coverdesk/domain/uploads/import-kinds.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'
import type { ListDeclaration } from '../platform/lists/list-declaration.ts'
import { equalsNumber, equalsText } from '../platform/lists/list-filters.ts'

const person = (contact: string, user: string) =>
  `coalesce(nullif(concat_ws(' ', ${contact}.first_name, ${contact}.last_name), ''), ${user}.user_name, 'a former user')`

/** Loads of plan files, newest first. */
export const planLoadList: ListDeclaration = {
  name: 'plan_loads',
  table: 'plan_loads l',
  always: `l.state <> 'staging'`,
  key: 'l.id',
  joins: `
    left join users lu on lu.id = l.loaded_by left join contacts lc on lc.id = lu.contact_id
    left join users uu on uu.id = l.undone_by left join contacts uc on uc.id = uu.contact_id`,
  filters: { year: equalsNumber('l.year'), state: equalsText('l.state') },
  sorts: { loadedAt: ['l.loaded_at'], year: ['l.year'] },
  defaultSort: { sort: 'loadedAt', order: 'desc' },
  columns: {
    id: 'l.id',
    year: 'l.year',
    source: 'l.source',
    state: 'l.state',
    fileName: 'l.file_name',
    kinds: `coalesce((select json_agg(f.kind order by f.id) from plan_files f where f.load_id = l.id), '[]')`,
    rows: 'l.rows_read',
    skipped: 'coalesce((select sum(f.rows_skipped) from plan_files f where f.load_id = l.id), 0)::int',
    loadedAt: 'l.loaded_at',
    loadedBy: person('lc', 'lu'),
    message: 'l.message',
    problems: 'l.problems',
    undoneAt: 'l.undone_at',
    undoneBy: `case when l.undone_at is not null then ${person('uc', 'uu')} end`,
    mayUndo: `l.state = 'loaded' and not exists (select from plan_files f where f.load_id = l.id and not f.is_current)`,
  } satisfies Record<keyof PlanDataLoad, string>,
}

/** Files in use by year and source, newest year first. */
export async function listPlanSets(db: Db): Promise<PlanDataSet[]> {
  const { rows } = await sql<{ year: number; source: string; kinds: PlanFileKind[]; plans: number; states: string[] }>`
    select f.year, f.source, array_agg(f.kind order by f.kind) as kinds,
      coalesce(max(p.plans), 0)::int as plans, coalesce(max(p.states), '{}') as states
    from plan_files f
    left join lateral (
      select count(distinct v.plan_id) as plans, array_agg(distinct v.state) as states
      from plan_variants v where v.file_id = f.id and f.kind = 'plans' having count(*) > 0
      union all
      select count(*), array_agg(distinct substr(named, 6, 2))
      from unnest(f.plan_ids) named where f.kind in ('providers', 'drugs') having count(*) > 0
    ) p on true
    where f.is_current group by f.year, f.source order by f.year desc, f.source`.execute(db)
  return rows.map((set) => ({
    ...set,
    missing: isInsurerSource(set.source) ? [] : neededPlanFiles.filter((kind) => !set.kinds.includes(kind)),
  }))
}

/** One load as the list shows it. Fails with `record.not_found`. */
export async function findPlanLoad(db: Db, id: number): Promise<PlanDataLoad> {
  const columns = Object.entries(planLoadList.columns).map(([name, expression]) => `${expression} as "${name}"`)
  const { rows } = await sql<{ load: unknown }>`
    select to_json(x) as load from (
      select ${sql.raw(columns.join(', '))} from ${sql.raw(planLoadList.table)} ${sql.raw(planLoadList.joins)}
      where l.id = ${id} and l.state <> 'staging'
    ) x`.execute(db)
  const [row] = rows
  return row
    ? PlanDataLoad.parse(typeof row.load === 'string' ? JSON.parse(row.load) : row.load)
    : fail('record.not_found')
}

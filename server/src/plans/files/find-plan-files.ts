import { neededPlanFiles } from '@coverdesk/domain/plan-data/plan-files.ts'
import type { PlanFileKind } from '@coverdesk/domain/uploads/import-kinds.ts'
import { type Db, prepared } from '../../platform/db/database.ts'

/** Ids of the current files of a year that hold a state's plans. */
export type PlanFileIds = Partial<Record<PlanFileKind, number>>

/**
 * Current files of a year for a state: those of its own exchange, or else HealthCare.gov's; without a state HealthCare.gov's.
 * Empty while one that plans need is missing.
 */
export async function findPlanFiles(db: Db, year: number, state: string | null): Promise<PlanFileIds> {
  const text = `select source, kind, id from plan_files
    where year = $1 and is_current and source in ('FFM', coalesce($2, 'FFM')) order by (source = 'FFM')`
  const rows = await prepared<{ source: string; kind: PlanFileKind; id: number }>(db, { name: 'plan-file-ids', text }, [
    year,
    state,
  ])
  for (const source of new Set(rows.map((row) => row.source))) {
    const own = rows.filter((row) => row.source === source)
    if (neededPlanFiles.every((kind) => own.some((row) => row.kind === kind)))
      return Object.fromEntries(own.map(({ kind, id }) => [kind, Number(id)]))
  }
  return {}
}

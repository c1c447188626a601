import { sql } from 'kysely'
import type { Gauge } from '../platform/metrics/gauge.ts'

/** Loads of files. */
export const importGauges: readonly Gauge[] = [
  {
    name: 'imports_running',
    help: 'Loads of files under way on all nodes, by kind.',
    label: 'kind',
    read: async ({ db }) => {
      const { rows } = await sql<{ label: string; value: number }>`
        select kind as label, count(*) as value from import_runs where state = 'running' group by kind`.execute(db)
      return rows
    },
  },
  {
    name: 'import_rows_last_day',
    help: 'Rows written by the loads that began within 24 hours, by kind.',
    label: 'kind',
    read: async ({ db, now }) => {
      const { rows } = await sql<{ label: string; value: number }>`
        select kind as label, sum(rows_written) as value from import_runs
        where started_at > ${new Date(now().getTime() - 86_400_000)} and not dry_run group by kind`.execute(db)
      return rows
    },
  },
]

import { type RawBuilder, sql } from 'kysely'
import { noRecords } from '../auth/visibility.ts'
import type { Db } from '../db/database.ts'
import type { StagedImport } from './import-definition.ts'

/** Table of stored records `t`, which a file changes by their number and which its user sees by their agents. */
interface HiddenRows {
  table: string
  key: string
  /** Field with the number, for the heading. */
  field: string
  visibleTo: readonly string[]
}

/**
 * Moves rows of stored records that the file's user can't see from staging to the refusals (P-26, P-30). Returns the number of rejected
 * rows.
 */
export async function refuseHiddenRows(db: Db, staged: StagedImport, rule: HiddenRows): Promise<number> {
  const visible = staged.job.visible ?? noRecords
  if (visible.all) return 0
  const key = sql.ref(rule.key)
  const seen: RawBuilder<unknown> = sql.join(
    rule.visibleTo.map(
      (column) => sql`coalesce(${sql.ref(`t.${column}`)} = any(${visible.agentIds}::bigint[]), false)`,
    ),
    sql` or `,
  )
  const { numAffectedRows } = await sql`
    with gone as (
      delete from ${sql.table(staged.rows)} s using ${sql.table(rule.table)} t
      where t.${key} = s.${key} and not (${seen})
      returning s.line, s.${key} as key
    )
    insert into import_refusals (run_id, line, position, column_name, value, reason, key)
    select ${staged.job.runId}::uuid, line, 0, ${staged.headingOf(rule.field)}::text, left(key, 200),
      'Held already, and you can''t open it', key
    from gone`.execute(db)
  return Number(numAffectedRows ?? 0)
}

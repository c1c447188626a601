import type { LinesRead } from '@coverdesk/domain/statement-checks/lines-read.ts'
import { sql } from 'kysely'
import { linesOfBatch } from '../commissions/loads/load-commissions.ts'
import { isException } from '../exceptions/exception-list.ts'
import type { Db } from '../platform/db/database.ts'
import { findBatch } from '../uploads/upload-lists.ts'

/** What became of the rows of a loaded file. Of a file of policies or an undone one, nothing. Fails with `record.not_found`. */
export async function countLinesOfFile(db: Db, batchId: number): Promise<LinesRead | null> {
  const batch = await findBatch(db, batchId)
  if (batch.kind !== 'commissions' || batch.undoneAt !== null) return null
  const { rows } = await sql<Omit<LinesRead, 'refused' | 'deleted'> & { loaded: number }>`
    select count(*)::int as loaded, count(l.policy_id)::int as matched,
      count(*) filter (where ${sql.raw(isException)})::int as exceptions,
      count(*) filter (where l.policy_id is null and not (${sql.raw(isException)}))::int as "setAside",
      (select b.rows_totals from import_batches b where b.id = ${batchId}) as totals
    from commission_lines l where ${linesOfBatch(batchId)}`.execute(db)
  const { loaded = 0, matched = 0, exceptions = 0, setAside = 0, totals = 0 } = rows[0] ?? {}
  const { refused, rows: read } = batch.counts
  return { matched, exceptions, setAside, refused, totals, deleted: Math.max(read - refused - loaded, 0) }
}

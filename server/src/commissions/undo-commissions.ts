import { fail } from '@coverdesk/domain/failures.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'
import type { StandingBatch } from '../platform/imports/import-definition.ts'
import { removeFindings } from '../unpaid/follow-loads.ts'
import { rebuild, touchedBy } from './load-commissions.ts'

/**
 * Undoes a commission file, so that all lines and totals are as before (P-60). Fails with `upload.changed_since` if a later
 * file corrected its lines: that file must be undone first.
 */
export async function undoCommissions(db: Db, { id }: StandingBatch): Promise<void> {
  const { rows } = await sql<{ corrected: number; file: string | null }>`
    select count(*)::int as corrected, min(b.file_name) as file
    from commission_marks m join import_batches b on b.id = m.batch_id where m.last_batch_id = ${id}`.execute(db)
  const { corrected = 0, file } = rows[0] ?? {}
  if (corrected > 0)
    fail('upload.changed_since', {
      message: `A later file, ${file}, corrected ${corrected} ${corrected === 1 ? 'line' : 'lines'} of this load; undo that one first`,
    })
  const touched = await touchedBy(db, id)
  await sql`
    update commission_lines l set kind = m.kind, members = m.members, amount = m.amount, insured_name = m.insured_name,
      policy_id = m.policy_id, agent_id = m.agent_id, agent_by = m.agent_by, last_batch_id = m.last_batch_id, last_line = m.last_line
    from commission_marks m where m.batch_id = ${id} and l.id = m.line_id`.execute(db)
  await sql`delete from commission_marks where batch_id = ${id}`.execute(db)
  await sql`delete from commission_lines where last_batch_id = ${id}`.execute(db)
  await rebuild(db, touched)
  const carriers = touched.carriers.map(({ carrier }) => carrier)
  await removeFindings(db, carriers, id, { money: true })
}

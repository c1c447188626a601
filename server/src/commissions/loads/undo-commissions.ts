import { fail } from '@coverdesk/domain/fail.ts'
import { sql } from 'kysely'
import { deriveMonths } from '../../expected/derive-months.ts'
import type { Db } from '../../platform/db/database.ts'
import type { StandingBatch } from '../../platform/imports/import-definition.ts'
import { removeFindings } from '../../unpaid/follow-loads.ts'
import { restoreReplaced } from '../replace-statements.ts'
import { completeLines, linesOfBatch, rebuild, type Touched, touchedBy, touchedByBoth } from './load-commissions.ts'

/**
 * Undoes a commission file, so that all lines and totals are as if it had never come (P-60). Payments that another file says,
 * too, stay, and replaced statements return. Fails with `upload.changed_since` if a later file was loaded over what this one
 * replaced.
 */
export async function undoCommissions(db: Db, { id }: StandingBatch): Promise<void> {
  await refuseLaterCorrections(db, id)
  const own = await touchedBy(db, linesOfBatch(id))
  await restoreCorrections(db, id)
  const kept = await removeLines(db, id)
  const touched = touchedByBoth(touchedByBoth(own, kept), await restoreReplaced(db, id))
  await sql`select point_paid_lines()`.execute(db)
  await rebuild(db, touched)
  const carriers = touched.carriers.map(({ carrier }) => carrier)
  await deriveMonths(db, carriers)
  await removeFindings(db, carriers, id, { money: true })
}

/** Removes what this file alone says; the other lines become those of their remaining files. Returns what these affect. */
async function removeLines(db: Db, id: number): Promise<Touched> {
  const { rows } = await sql<{ ids: number[] }>`
    with gone as (delete from commission_sources where batch_id = ${id} returning line_id)
    select coalesce(jsonb_agg(line_id), '[]') as ids from gone`.execute(db)
  const shared = rows[0]?.ids ?? []
  await sql`
    delete from commission_lines l
    where l.last_batch_id = ${id} and not exists (select from commission_sources s where s.line_id = l.id)`.execute(db)
  await completeLines(db, shared)
  return await touchedBy(db, sql`l.id = any(${shared}::bigint[])`)
}

/** Files loaded before payments were known by their amount (migration 0100) may have corrected lines of others. */
async function refuseLaterCorrections(db: Db, id: number): Promise<void> {
  const { rows } = await sql<{ corrected: number; file: string | null }>`
    select count(*)::int as corrected, min(b.file_name) as file
    from commission_marks m join import_batches b on b.id = m.batch_id where m.last_batch_id = ${id}`.execute(db)
  const { corrected = 0, file } = rows[0] ?? {}
  if (corrected > 0)
    fail('upload.changed_since', {
      message: `A later file, ${file}, corrected ${corrected} ${corrected === 1 ? 'line' : 'lines'} of this load; undo that one first`,
    })
}

async function restoreCorrections(db: Db, id: number): Promise<void> {
  await sql`
    update commission_lines l set kind = m.kind, members = m.members, amount = m.amount, insured_name = m.insured_name,
      policy_id = m.policy_id, agent_id = m.agent_id, agent_by = m.agent_by, last_batch_id = m.last_batch_id, last_line = m.last_line
    from commission_marks m where m.batch_id = ${id} and l.id = m.line_id`.execute(db)
  await sql`delete from commission_marks where batch_id = ${id}`.execute(db)
}

import { sql } from 'kysely'
import { deriveMonths } from '../../expected/derive-months.ts'
import type { Db } from '../../platform/db/database.ts'
import { lockCarrier } from '../../platform/imports/import-batch.ts'
import { refreshLost } from '../../unpaid/follow-loads.ts'
import { matchAgain } from './link-lines.ts'

/** Tables that store what files said about lines; those of replaced statements are put back by an undo. */
const fileTables = ['commission_sources', 'commission_replaced_lines', 'commission_replaced_sources'] as const

/**
 * Takes the agency's own NPN from stored lines, as a load takes it from the rows of a file: they count for the agent of record. All
 * that follows from them is derived again in the caller's transaction: matches, sums, unpaid policies, the ledgers of their carriers.
 */
export async function forgetStoredNpn(db: Db, npn: string): Promise<void> {
  await lockCarrier(db, 'commissions', null)
  const { rows } = await sql<{ carrierId: number; ids: number[] }>`
    select carrier_id as "carrierId", jsonb_agg(id order by id) as ids from commission_lines where agent_npn = ${npn}
    group by 1 order by 1`.execute(db)
  for (const { carrierId } of rows) await lockCarrier(db, 'policies', carrierId)
  for (const name of fileTables)
    await sql`update ${sql.table(name)} set agent_npn = null where agent_npn = ${npn}`.execute(db)
  await sql`update commission_lines set agent_npn = null where agent_npn = ${npn}`.execute(db)
  // A paid line that is loaded again has to be found by what its file says without the NPN.
  await sql`
    update paid_lines set identity = left(identity, -length(${npn}::text)) where identity like '%|' || ${npn}::text`.execute(
    db,
  )
  for (const { carrierId, ids } of rows) {
    await matchAgain(db, ids)
    await refreshLost(db, carrierId, { money: true })
  }
  await deriveMonths(
    db,
    rows.map(({ carrierId }) => carrierId),
  )
}

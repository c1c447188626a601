import { sql } from 'kysely'
import { deriveMonths } from '../../expected/derive-months.ts'
import type { Db } from '../../platform/db/database.ts'
import { lockCarrier } from '../../platform/imports/import-batch.ts'
import { refreshLost } from '../../unpaid/follow-loads.ts'
import { matchAgain } from './link-lines.ts'

/** Tables with the files' data of lines; undo restores those of replaced statements. */
const fileTables = ['commission_sources', 'commission_replaced_lines', 'commission_replaced_sources'] as const

/**
 * Updates stored lines and ledgers after a change of the agency's NPN, in the caller's transaction: lines with it, and
 * policies whose books have it or the previous one, because the agency is not another agency's agent.
 */
export async function followAgencyNpn(db: Db, npn: string, before: string): Promise<void> {
  await lockCarrier(db, 'commissions', null)
  const ofLines = npn === '' ? [] : await forgetStoredNpn(db, npn)
  await deriveMonths(db, [...ofLines, ...(await carriersNaming(db, [npn, before]))])
}

async function carriersNaming(db: Db, npns: readonly string[]): Promise<number[]> {
  const { rows } = await sql<{ carrierId: number }>`
    select distinct p.carrier_id as "carrierId" from policies p
    where p.agent_npn = any(${npns}::text[]) or p.id in (select h.policy_id from policy_agents h where h.agent_npn = any(${npns}::text[]))`.execute(
    db,
  )
  return rows.map(({ carrierId }) => carrierId)
}

/**
 * Removes the agency's own NPN from stored lines, as a load does for the rows of a file: they count for the agent of
 * record. Updates matches and sums. Returns the carriers of the lines.
 */
async function forgetStoredNpn(db: Db, npn: string): Promise<number[]> {
  const { rows } = await sql<{ carrierId: number; ids: number[] }>`
    select carrier_id as "carrierId", jsonb_agg(id order by id) as ids from commission_lines where agent_npn = ${npn}
    group by 1 order by 1`.execute(db)
  for (const { carrierId } of rows) await lockCarrier(db, 'policies', carrierId)
  for (const name of fileTables)
    await sql`update ${sql.table(name)} set agent_npn = null where agent_npn = ${npn}`.execute(db)
  await sql`update commission_lines set agent_npn = null where agent_npn = ${npn}`.execute(db)
  // A paid line that is loaded again must be found by its file's data without the NPN.
  await sql`
    update paid_lines set identity = left(identity, -length(${npn}::text)) where identity like '%|' || ${npn}::text`.execute(
    db,
  )
  for (const { carrierId, ids } of rows) {
    await matchAgain(db, ids)
    await refreshLost(db, carrierId, { money: true })
  }
  return rows.map(({ carrierId }) => carrierId)
}

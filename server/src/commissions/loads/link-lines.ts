import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { matchLines, rebuild, type Touched, touchedBy, touchedByBoth } from './load-commissions.ts'

/** Lines without an own NPN of policies whose agent of record the batch changed. */
const ofChangedAgents = (batchId: number) => sql`
  l.agent_npn is null and l.policy_id in (
    select c.policy_id from policy_changes c where c.batch_id = ${batchId} and c.field = 'AgentNPN')`

/** Matches lines that waited for the policies of a batch, or whose agent its policies now name. */
export async function linkLines(db: Db, carrierId: number, batchId: number): Promise<void> {
  const { rows } = await sql<{ ids: number[] }>`
    select coalesce(jsonb_agg(l.id), '[]') as ids from commission_lines l
    where l.carrier_id = ${carrierId} and (${ofChangedAgents(batchId)} or l.policy_id is null and exists (
      select from policies p where p.carrier_id = l.carrier_id and p.first_batch_id = ${batchId}
        and policy_number_key(p.policy_number) = policy_number_key(l.policy_number)))`.execute(db)
  await matchAgain(db, rows[0]?.ids ?? [])
}

async function matchAgain(db: Db, ids: readonly number[], before?: Touched): Promise<void> {
  if (ids.length === 0) return
  const own = sql`l.id = any(${ids}::bigint[])`
  const earlier = before ?? (await touchedBy(db, own))
  await matchLines(db, ids)
  await rebuild(db, touchedByBoth(earlier, await touchedBy(db, own)))
}

/** Lines that the undo of a policy batch affects; its new policies lose their lines, which wait again. */
export async function unlinkLines(db: Db, batchId: number): Promise<{ ids: number[]; touched: Touched }> {
  const { rows } = await sql<{ ids: number[] }>`
    select coalesce(jsonb_agg(l.id), '[]') as ids from commission_lines l
    where ${ofChangedAgents(batchId)} or l.policy_id in (select id from policies where first_batch_id = ${batchId})`.execute(
    db,
  )
  const ids = rows[0]?.ids ?? []
  const touched = await touchedBy(db, sql`l.id = any(${ids}::bigint[])`)
  await sql`
    update commission_lines set policy_id = null
    where id = any(${ids}::bigint[]) and policy_id in (select id from policies where first_batch_id = ${batchId})`.execute(
    db,
  )
  // Sums refer to policies, which the undo deletes.
  await rebuild(db, touched)
  return { ids, touched }
}

/** Matches them with the remaining lines. */
export async function relinkLines(db: Db, { ids, touched }: { ids: number[]; touched: Touched }): Promise<void> {
  await matchAgain(db, ids, touched)
}

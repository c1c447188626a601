import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { matchLines, rebuild, type Touched, touchedBy, touchedByBoth } from './load-commissions.ts'

/** Fields of a policy that affect a line's match, its confidence, its agent or the agent's pay. */
const matchedFields = [
  'FirstName',
  'LastName',
  'DOB',
  'MemberId',
  'ExchangeSubscriberId',
  'AgentNPN',
  'EffectiveDate',
  'TermDate',
  'PolicyStatus',
  'NumberOfMembers',
]

/** Lines of policies in which the batch changed such a field, or an earlier month's agent or person. */
const ofChangedPolicies = (batchId: number) => sql`
  select l.id from policy_changes g join commission_lines l on l.policy_id = g.policy_id
  where g.batch_id = ${batchId} and g.field = any(${matchedFields})
  union select l.id from older_versions o join policies p on p.id = o.policy_id join commission_lines l on l.policy_id = p.id
  where o.batch_id = ${batchId} and (o.agents_before is not null
    or (o.first_name, o.last_name, o.dob) is distinct from (p.first_name, p.last_name, p.dob))`

/**
 * Matches lines whose policy or agent a batch of policies may change: unmatched ones, those not matched by the exact
 * number, and those of policies that it changed. So the load order does not matter.
 */
export async function linkLines(db: Db, carrierId: number, batchId: number): Promise<void> {
  const ids = await idsOf(
    db,
    sql`
      ${ofChangedPolicies(batchId)}
      union ${unsettledLines(carrierId)}
      union ${decidedFor(carrierId, batchId)}`,
  )
  await matchAgain(db, ids)
}

/** Unmatched lines, and those not matched by the exact number. */
const unsettledLines = (carrierId: number) => sql`
  select l.id from commission_lines l where l.carrier_id = ${carrierId} and l.policy_id is null
  union select l.id from commission_lines l
  where l.carrier_id = ${carrierId} and l.matched_by in ('spelling', 'member', 'exchange', 'name', 'resolution')`

/** Matches a carrier's lines again after months of coverage or policies changed. */
export async function linkLinesOf(db: Db, carrierId: number): Promise<void> {
  const ids = await idsOf(
    db,
    sql`
      ${unsettledLines(carrierId)}
      union select l.id from policy_changes g join commission_lines l on l.policy_id = g.policy_id
      where l.carrier_id = ${carrierId} and g.field in ('FirstName', 'LastName', 'DOB')`,
  )
  await matchAgain(db, ids)
}

/** Lines that a user assigned to a policy of the batch. */
const decidedFor = (carrierId: number, batchId: number) => sql`
  select n.id from line_resolutions z
  join policies p on p.carrier_id = z.carrier_id and p.policy_number = z.resolved_to and p.first_batch_id = ${batchId}
  cross join lines_of_number(z.carrier_id, z.number_key) n (id)
  where z.carrier_id = ${carrierId} and z.undone_at is null`

async function idsOf(db: Db, lines: RawBuilder<unknown>): Promise<number[]> {
  const { rows } = await sql<{ ids: number[] }>`
    select coalesce(jsonb_agg(x.id order by x.id), '[]') as ids from (${lines}) x`.execute(db)
  return rows[0]?.ids ?? []
}

/** Matches lines and rebuilds the affected sums; `before`: records that they affected so far. */
export async function matchAgain(db: Db, ids: readonly number[], before?: Touched): Promise<Touched> {
  if (ids.length === 0) return { policies: [], years: [], carriers: [] }
  const own = sql`l.id = any(${ids}::bigint[])`
  const earlier = before ?? (await touchedBy(db, own))
  await matchLines(db, ids)
  await sql`select refresh_pay_of_lines(${ids}::bigint[])`.execute(db)
  const touched = touchedByBoth(earlier, await touchedBy(db, own))
  await rebuild(db, touched)
  return touched
}

/** Lines that the undo of a policy batch affects; those of its new policies become unmatched. */
export async function unlinkLines(db: Db, batchId: number): Promise<{ ids: number[]; touched: Touched }> {
  const ids = await idsOf(
    db,
    sql`
      ${ofChangedPolicies(batchId)}
      union select l.id from policies p join commission_lines l on l.policy_id = p.id where p.first_batch_id = ${batchId}
      union select l.id from import_batches b join commission_lines l on l.carrier_id = b.carrier_id
      where b.id = ${batchId} and l.policy_id is null`,
  )
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

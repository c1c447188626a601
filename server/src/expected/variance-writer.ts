import { firstDayOf } from '@coverdesk/domain/expected/month-count.ts'
import type { CarrierFacts, PolicyFacts } from '@coverdesk/domain/expected/policy-facts.ts'
import { type LedgerMonth, owedFor } from '@coverdesk/domain/expected/policy-ledger.ts'
import { isFault, lastDayToDispute, owedClasses, rightlyReceived } from '@coverdesk/domain/expected/variance-class.ts'
import { varianceReason } from '@coverdesk/domain/expected/variance-reason.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import { amountOf } from '@coverdesk/domain/fields/amount.ts'
import { notedKinds } from '@coverdesk/domain/notes/noted-kinds.ts'
import { sql } from 'kysely'
import { arrayLiteral } from '../platform/db/bulk/array-literal.ts'
import type { Db } from '../platform/db/database.ts'
import type { LedgerWriter } from './ledger-writer.ts'

/** Whether a user worked on a variance: set a status or an owner, or wrote a note. */
export const workedOn = sql<boolean>`(v.version > 1 or exists (
  select from notes o where o.kind = ${notedKinds.variance.id} and o.record_id = v.id))`

/**
 * Updates the variances of policies from their months: opens and updates those in a fault class, closes those that a
 * line settled, and removes the others, except that those a user worked on are closed.
 */
export async function varianceWriter(
  db: Db,
  { carrierId, carrier }: { carrierId: number; carrier: CarrierFacts },
  policies: readonly number[],
): Promise<LedgerWriter> {
  const leftOver = await storedVariances(db, policies)
  const faults: Fault[] = []
  const settled: Settled[] = []
  return {
    add: (policy, ledger) => {
      const stored = leftOver.get(policy.id)
      for (const month of ledger) {
        const hasFault = isFault(month.class)
        if (hasFault) faults.push(faultOf(policy, month, carrier))
        const day = stored && firstDayOf(month.month)
        if (!day || !stored.has(day)) continue
        const line = month.class === 'exact' ? month.pieces.at(-1)?.line.id : undefined
        const [received, due] = [amountOf(month.received), amountOf(owedFor(month))]
        if (line !== undefined) settled.push({ policy: policy.id, day, line, received, due })
        if (hasFault || line !== undefined) stored.delete(day)
      }
    },
    write: async () => {
      await openVariances(db, carrierId, faults)
      await settleVariances(db, settled)
      await closeVariances(
        db,
        [...leftOver.values()].flatMap((stored) => [...stored.values()]),
      )
    },
  }
}

/** Ids of the stored variances of policies, open or closed, by policy and day. */
async function storedVariances(db: Db, policies: readonly number[]): Promise<ReadonlyMap<number, Map<string, number>>> {
  const { rows } = await sql<{ id: number; policyId: number; month: string }>`
    select id, policy_id as "policyId", month from variances where policy_id = any(${arrayLiteral(policies)}::bigint[])`.execute(
    db,
  )
  const stored = new Map<number, Map<string, number>>()
  for (const { id, policyId, month } of rows)
    stored.set(policyId, (stored.get(policyId) ?? new Map<string, number>()).set(month, id))
  return stored
}

interface Settled {
  policy: number
  day: string
  /** Line that settled the month. */
  line: number
  received: string
  due: string
}

/**
 * The recovered amount is everything received since the carrier first owed more, in any number of payments, but never
 * more than is due (decision 316).
 */
async function settleVariances(db: Db, settled: readonly Settled[]): Promise<void> {
  if (settled.length === 0) return
  await sql`
    update variances v set closed_at = now(), closing_line_id = s.line_id, received = s.received,
      recovered = coalesce(greatest(0, least(s.received, s.due) - v.came_before), 0)
    from unnest(${arrayLiteral(settled.map(({ policy }) => policy))}::bigint[], ${arrayLiteral(settled.map(({ day }) => day))}::date[],
      ${arrayLiteral(settled.map(({ line }) => line))}::bigint[],
      ${arrayLiteral(settled.map(({ received }) => received))}::numeric[],
      ${arrayLiteral(settled.map(({ due }) => due))}::numeric[]) s (policy_id, month, line_id, received, due)
    where v.policy_id = s.policy_id and v.month = s.month
      and (v.closed_at is null or v.closing_line_id is distinct from s.line_id)`.execute(db)
}

/** Removes variances of months without a fault; closes those that a user worked on. */
async function closeVariances(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await sql`
    with left_over as materialized (
      select v.id, ${workedOn} as worked from variances v
      where v.id = any(${arrayLiteral(ids)}::bigint[]) and (v.closed_at is null or v.closing_line_id is not null or not ${workedOn})
    ),
    gone as (delete from variances v using left_over l where v.id = l.id and not l.worked)
    update variances v set closed_at = coalesce(v.closed_at, now()), closing_line_id = null, came_before = null, recovered = 0
    from left_over l where v.id = l.id and l.worked`.execute(db)
}

type Fault = ReturnType<typeof faultOf>

const faultOf = (policy: PolicyFacts, month: LedgerMonth, carrier: CarrierFacts) => ({
  policyId: policy.id,
  day: firstDayOf(month.month),
  class: month.class,
  reason: varianceReason(month, policy, carrier),
  expected: amountOf(owedFor(month)),
  received: amountOf(month.received),
  stake: amountOf(month.stake),
  cameBefore: owedClasses.includes(month.class) ? amountOf(rightlyReceived(month)) : null,
  disputeBy: lastDayToDispute(month, carrier),
  agentId: month.holder?.agentId ?? null,
})

async function openVariances(db: Db, carrierId: number, faults: readonly Fault[]): Promise<void> {
  if (faults.length === 0) return
  await sql`
    insert into variances as v (policy_id, month, carrier_id, class, reason, expected, received, stake, dispute_by, agent_id,
      came_before, policy_number, insured_name, search_name, sort_name)
    select f."policyId", f.day, ${carrierId}::bigint, f.class, f.reason, f.expected, f.received, f.stake, f."disputeBy", f."agentId",
      f."cameBefore", p.policy_number, p.first_name || ' ' || p.last_name, p.search_name, p.sort_name
    from jsonb_to_recordset(${JSON.stringify(faults)}::jsonb) as f ("policyId" bigint, day date, class text, reason text,
      expected numeric, received numeric, stake numeric, "disputeBy" date, "agentId" bigint, "cameBefore" numeric)
    join policies p on p.id = f."policyId"
    left join variances o on o.policy_id = f."policyId" and o.month = f.day
    where o.id is null or (o.carrier_id, o.class, o.reason, o.expected, o.received, o.stake, o.dispute_by, o.agent_id,
        o.policy_number, o.insured_name, o.closed_at)
      is distinct from (${carrierId}::bigint, f.class, f.reason, f.expected, f.received, f.stake, f."disputeBy", f."agentId",
        p.policy_number, p.first_name || ' ' || p.last_name, null::timestamptz)
    order by f."policyId", f.day
    on conflict (policy_id, month) do update set carrier_id = excluded.carrier_id, class = excluded.class, reason = excluded.reason,
      expected = excluded.expected, received = excluded.received, stake = excluded.stake, dispute_by = excluded.dispute_by,
      agent_id = excluded.agent_id, policy_number = excluded.policy_number, insured_name = excluded.insured_name,
      search_name = excluded.search_name, sort_name = excluded.sort_name, closed_at = null, closing_line_id = null,
      came_before = coalesce(v.came_before, excluded.came_before), recovered = 0`.execute(db)
}

/** Removes the variances of a carrier whose schedule was deleted; closes those that a user worked on. */
export async function removeVariances(db: Db, carrierId: number): Promise<void> {
  await sql`delete from variances v where v.carrier_id = ${carrierId} and not ${workedOn}`.execute(db)
  await sql`
    update variances v set closed_at = now(), closing_line_id = null, came_before = null, recovered = 0
    where v.carrier_id = ${carrierId} and v.closed_at is null`.execute(db)
}

/** Fails with `upload.changed_since` if a user worked on a variance of a policy that only this upload added. */
export async function throwIfVarianceWorkedOn(db: Db, batchId: number): Promise<void> {
  const { rows } = await sql<{ worked: number }>`
    select count(*)::int as worked from variances v join policies p on p.id = v.policy_id
    where p.first_batch_id = ${batchId} and ${workedOn}`.execute(db)
  const worked = rows[0]?.worked ?? 0
  if (worked > 0)
    fail('upload.changed_since', {
      message: `${worked} ${worked === 1 ? 'variance' : 'variances'} of this load ${worked === 1 ? 'was' : 'were'} worked on since; it cannot be undone`,
    })
}

import { owedFor } from '@coverdesk/domain/expected/policy-ledger.ts'
import { isFault, lastDayToDispute, owedClasses } from '@coverdesk/domain/expected/variance-class.ts'
import { varianceReason } from '@coverdesk/domain/expected/variance-reason.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import { amountOf } from '@coverdesk/domain/fields/amount.ts'
import { notedKinds } from '@coverdesk/domain/notes/noted-kinds.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'
import type { MonthOfPolicy } from './write-months.ts'

/** Whether a person worked on a variance: a status, an owner or a note. */
export const workedOn = sql<boolean>`(v.version > 1 or exists (
  select from notes o where o.kind = ${notedKinds.variance.id} and o.record_id = v.id))`

/** Array literal of numbers and dates; the driver escapes each element, which takes longer than the statement. */
const literal = (values: readonly (string | number)[]) => `{${values.join(',')}}`

/**
 * Brings the variances of policies to what their months say: opens and updates those in a class of faults, closes those that a line
 * settled, and removes the others. Those that a person worked on stay, closed.
 */
export async function writeVariances(
  db: Db,
  carrierId: number,
  policies: readonly number[],
  months: readonly MonthOfPolicy[],
): Promise<void> {
  await openVariances(db, carrierId, months)
  const known = await knownMonths(db, policies)
  if (known.size === 0) return
  const knownOnes = months.filter(({ policy, day }) => known.has(`${policy.id} ${day}`))
  const settled = knownOnes.flatMap(({ policy, month, day }) => {
    const line = month.class === 'exact' ? month.pieces.at(-1)?.line.id : undefined
    return line === undefined ? [] : [{ policy: policy.id, day, line, received: amountOf(month.received) }]
  })
  await sql`
    update variances v set closed_at = now(), closing_line_id = s.line_id, received = s.received,
      recovered = case when v.class = any(${owedClasses}::text[]) then v.stake else 0 end
    from unnest(${literal(settled.map(({ policy }) => policy))}::bigint[], ${literal(settled.map(({ day }) => day))}::date[],
      ${literal(settled.map(({ line }) => line))}::bigint[], ${literal(settled.map(({ received }) => received))}::numeric[]) s (policy_id, month, line_id, received)
    where v.policy_id = s.policy_id and v.month = s.month
      and (v.closed_at is null or v.closing_line_id is distinct from s.line_id)`.execute(db)
  const current = knownOnes.filter(
    ({ month }) => isFault(month.class) || (month.class === 'exact' && month.pieces.length > 0),
  )
  await sql`
    with left_over as materialized (
      select v.id, ${workedOn} as worked from variances v
      where v.policy_id = any(${literal(policies)}::bigint[]) and (v.closed_at is null or v.closing_line_id is not null or not ${workedOn})
        and (v.policy_id, v.month) not in (
          select * from unnest(${literal(current.map(({ policy }) => policy.id))}::bigint[], ${literal(current.map(({ day }) => day))}::date[]))
    ),
    gone as (delete from variances v using left_over l where v.id = l.id and not l.worked)
    update variances v set closed_at = coalesce(v.closed_at, now()), closing_line_id = null, recovered = 0
    from left_over l where v.id = l.id and l.worked`.execute(db)
}

/** Policy and month of the stored variances of policies, open or closed. */
async function knownMonths(db: Db, policies: readonly number[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ policyId: number; month: string }>`
    select policy_id as "policyId", month from variances where policy_id = any(${literal(policies)}::bigint[])`.execute(
    db,
  )
  return new Set(rows.map(({ policyId, month }) => `${policyId} ${month}`))
}

async function openVariances(db: Db, carrierId: number, months: readonly MonthOfPolicy[]): Promise<void> {
  const faults = months
    .filter(({ month }) => isFault(month.class))
    .map(({ policy, carrier, month, day }) => ({
      policyId: policy.id,
      day,
      class: month.class,
      reason: varianceReason(month, policy, carrier),
      expected: amountOf(owedFor(month)),
      received: amountOf(month.received),
      stake: amountOf(month.stake),
      disputeBy: lastDayToDispute(month, carrier),
      agentId: month.holder?.agentId ?? null,
    }))
  if (faults.length === 0) return
  await sql`
    insert into variances as v (policy_id, month, carrier_id, class, reason, expected, received, stake, dispute_by, agent_id,
      policy_number, insured_name, search_name, sort_name)
    select f."policyId", f.day, ${carrierId}::bigint, f.class, f.reason, f.expected, f.received, f.stake, f."disputeBy", f."agentId",
      p.policy_number, p.first_name || ' ' || p.last_name, p.search_name, p.sort_name
    from jsonb_to_recordset(${JSON.stringify(faults)}::jsonb) as f ("policyId" bigint, day date, class text, reason text,
      expected numeric, received numeric, stake numeric, "disputeBy" date, "agentId" bigint)
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
      recovered = 0`.execute(db)
}

/** Removes the variances of a carrier whose schedule was deleted, but for those that a person worked on, which close. */
export async function removeVariances(db: Db, carrierId: number): Promise<void> {
  await sql`delete from variances v where v.carrier_id = ${carrierId} and not ${workedOn}`.execute(db)
  await sql`
    update variances v set closed_at = now(), closing_line_id = null, recovered = 0
    where v.carrier_id = ${carrierId} and v.closed_at is null`.execute(db)
}

/** Fails with `upload.changed_since` when a person worked on a variance of a policy that only this upload added. */
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

import { fail } from '@coverdesk/domain/fail.ts'
import { showMoney } from '@coverdesk/domain/fields/amount.ts'
import { showDate, todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { type FieldChange, fieldChanges } from '@coverdesk/domain/history/history-contract.ts'
import type { RateRow, rates } from '@coverdesk/domain/rates/rate-contract.ts'
import {
  firstOverlap,
  overlapWords,
  planNewRate,
  type RateProblem,
  type RateSpan,
  rateDayProblems,
} from '@coverdesk/domain/rates/rate-rules.ts'
import { sql } from 'kysely'
import { keepChange, refuseEditConflict } from '../history/record-changes.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { Handler, SignedInCall } from '../platform/http/http-call.ts'
import { findRate, lockRatesOf, ratesOf } from './rate-queries.ts'

/**
 * Creates a rate. In the same transaction it ends an open earlier rate of the agent and carrier on the day before, and
 * records both in the audit log and the histories. The lock on the agent's row orders concurrent requests; an
 * exclusion constraint prevents overlaps.
 */
export const createRate: Handler<typeof rates.create> = async (call, input) => {
  refuseProblems(rateDayProblems(input, { today: todayIn(call.now) }))
  return await inTransaction(call.db, async (db) => {
    await lockRatesOf(db, input.agentId)
    await refuseUnknownCarrier(db, input.carrierId)
    const { ends, overlaps } = planNewRate(await ratesOf(db, input.agentId, input.carrierId), input)
    if (overlaps) refuseOverlap(overlaps)
    if (ends) await endRate(db, call, ends.rate, ends.on)
    const { rows } = await sql<{ id: number }>`
      insert into agent_rates (agent_id, carrier_id, rate, start_date, end_date)
      values (${input.agentId}, ${input.carrierId}, ${input.rate1}, ${input.startDate}, ${input.endDate})
      returning id`.execute(db)
    const saved = await findRate(db, rows[0]?.id ?? fail('server.error'))
    await record(db, call, null, saved, 'Created')
    return { ...saved, ended: ends ? { id: ends.rate.id, rate1: ends.rate.rate1, endDate: ends.on } : null }
  })
}

/**
 * Changes amount or days of a rate; fails with `record.changed` when someone else changed it first (P-74). An unchanged
 * rate is not saved.
 */
export const editRate: Handler<typeof rates.edit> = async (call, { id, version, ...input }) => {
  return await inTransaction(call.db, async (db) => {
    await lockRatesOf(db, (await findRate(db, id)).agentId)
    const before = await findRate(db, id)
    if (before.version !== version) return await refuseEditConflict(db, 'rate', id, version)
    refuseProblems(rateDayProblems(input, { today: todayIn(call.now), before }))
    const overlaps = firstOverlap(await ratesOf(db, before.agentId, before.carrierId), input, id)
    if (overlaps) refuseOverlap(overlaps)
    const { numAffectedRows } = await sql`
      update agent_rates set rate = ${input.rate1}, start_date = ${input.startDate}, end_date = ${input.endDate},
        version = version + 1
      where id = ${id} and (rate, start_date, end_date)
        is distinct from (${input.rate1}::numeric, ${input.startDate}::date, ${input.endDate}::date)`.execute(db)
    if (!numAffectedRows) return before
    const saved = await findRate(db, id)
    await record(db, call, before, saved, 'Changed')
    return saved
  })
}

async function endRate(db: Db, call: SignedInCall, rate: RateRow, on: string): Promise<void> {
  await sql`
    update agent_rates set end_date = ${on}, version = version + 1 where id = ${rate.id}`.execute(db)
  await record(db, call, rate, await findRate(db, rate.id), 'Ended by a new rate')
}

async function record(db: Db, call: SignedInCall, before: RateRow | null, after: RateRow, action: string) {
  const changes = changesOf(before, after)
  const { id, version } = after
  await keepChange(db, { entity: 'rate', id, version, action, by: call.user.id, changes })
  await writeAudit(db, call.audit, {
    action: before ? 'update' : 'create',
    entity: 'rate',
    entityId: id,
    outcome: 'done',
    facts: { fields: changes.map(({ field }) => field).join(', ') },
  })
}

const labels = { agent: 'Agent', carrier: 'Carrier', rate: 'Rate', start: 'Start date', end: 'End date' }

function changesOf(before: RateRow | null, after: RateRow): FieldChange[] {
  const nothing = { agent: null, carrier: null, rate: null, start: null, end: null }
  return fieldChanges<{ [name in keyof typeof labels]: string | null }>(
    labels,
    before ? inWords(before) : nothing,
    inWords(after),
  )
}

function inWords({ agentName, carrierName, rate1, startDate, endDate }: RateRow) {
  const [rate, start, end] = [showMoney(rate1), showDate(startDate), showDate(endDate)]
  return { agent: agentName, carrier: carrierName, rate, start, end }
}

function refuseProblems(problems: readonly RateProblem[]): void {
  if (problems[0]) fail('request.invalid', { message: problems[0].message, details: problems })
}

function refuseOverlap(other: RateSpan): never {
  const message = overlapWords(other)
  return fail('rate.overlaps', { message, details: [{ path: 'startDate', message }] })
}

async function refuseUnknownCarrier(db: Db, id: number): Promise<void> {
  if (!(await db.selectFrom('carriers').select('id').where('id', '=', id).executeTakeFirst())) fail('carrier.not_found')
}

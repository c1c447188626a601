import { fail } from '@coverdesk/domain/fail.ts'
import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { plusDays } from '@coverdesk/domain/fields/day-count.ts'
import { firstOfMonth } from '@coverdesk/domain/fields/month-text.ts'
import type { payRuns } from '@coverdesk/domain/pay-runs/pay-run-contract.ts'
import { runName } from '@coverdesk/domain/pay-runs/run-name.ts'
import { sql } from 'kysely'
import { writeAudit } from '../platform/audit/audit.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { Handler, SignedInCall } from '../platform/http/http-call.ts'
import { calculateRun } from './calculate-run.ts'
import { lockForRun } from './close-run.ts'
import { changedInputs } from './detail/changed-inputs.ts'
import { findRunDetail } from './detail/run-detail.ts'
import { draftRun } from './draft-run.ts'
import type { DraftRun } from './first-run-month.ts'
import { findRun, lockRuns } from './pay-run-queries.ts'

/** A statement of the next month may have come already. */
const daysToNextMonth = 31

/** Starts the run of a month as a draft. A month with a closed run is corrected instead. */
export const startRun: Handler<typeof payRuns.start> = (call, { month }) =>
  inTransaction(call.db, async (db) => {
    await lockForRun(db)
    const day = firstOfMonth(month)
    refuseLaterMonth(day, call.now)
    const { rows } = await sql<{ taken: boolean; later: boolean }>`
      select coalesce(bool_or(month = ${day}::date), false) as taken,
        coalesce(bool_or(month > ${day}::date and closed_at is not null), false) as later from pay_runs`.execute(db)
    if (rows[0]?.taken)
      refuse('pay_run.taken', `${month} has a pay run already. Open it, or reopen it when it is closed`)
    if (rows[0]?.later)
      refuse('pay_run.taken', `A later month than ${month} is closed already. Start the month after it`)
    return await draft(db, call, { month: day, sequence: 0, reason: null })
  })

/** The first run of an agency may be of any month, and later ones come after it: one far ahead would be the last. */
function refuseLaterMonth(day: string, now: Date): void {
  if (day <= plusDays(todayIn(now), daysToNextMonth)) return
  const message = 'No statement of this month can have come yet'
  fail('request.invalid', { message, details: [{ path: 'month', message }] })
}

const refuse = (code: 'pay_run.taken', message: string): never =>
  fail(code, { message, details: [{ path: 'month', message }] })

/** Reopens a closed month: a draft with the differences that the present terms make. */
export const reopenRun: Handler<typeof payRuns.reopen> = (call, { id, reason }) =>
  inTransaction(call.db, async (db) => {
    await lockForRun(db)
    const run = await findRun(db, id)
    if (run.status === 'Draft') fail('pay_run.open')
    const { rows } = await sql<{ next: number }>`
      select max(sequence) + 1 as next from pay_runs where month = ${run.month}::date`.execute(db)
    return await draft(db, call, { month: run.month, sequence: rows[0]?.next ?? 1, reason })
  })

async function draft(
  db: Db,
  call: SignedInCall,
  { month, sequence, reason }: Omit<DraftRun, 'id'> & { reason: string | null },
) {
  const open = await sql<{ id: number }>`select id from pay_runs where closed_at is null`.execute(db)
  if (open.rows[0]) {
    const message = `The pay run of ${runName(await findRun(db, open.rows[0].id))} is still a draft. Close or delete it first`
    fail('pay_run.draft_open', { message, details: [{ path: sequence === 0 ? 'month' : 'reason', message }] })
  }
  const { id } = await draftRun(db, { month, sequence, reason }, call.user.id)
  await record(db, call, id, 'create', { month, sequence, ...(reason ? { reason } : {}) })
  return await findRun(db, id)
}

/** Calculates a draft again. A second request that waited for the first takes its figures, unless something changed since. */
export const recalculateRun: Handler<typeof payRuns.calculate> = (call, { id }) =>
  inTransaction(call.db, async (db) => {
    const { calculatedAt } = await findRun(db, id)
    await lockForRun(db)
    const run = await findDraft(db, id)
    if (run.calculatedAt !== calculatedAt && (await changedInputs(db, id)).length === 0) return run
    await calculateRun(db, run, call.user.id)
    await record(db, call, id, 'update', { fields: 'calculated' })
    return await findRun(db, id)
  })

/** Deletes a draft with its rows. */
export const removeRun: Handler<typeof payRuns.remove> = (call, { id }) =>
  inTransaction(call.db, async (db) => {
    await lockRuns(db)
    const run = await findDraft(db, id)
    await sql`delete from pay_earnings where run_id = ${id}`.execute(db)
    await sql`delete from pay_run_items where run_id = ${id}`.execute(db)
    await sql`delete from pay_run_agents where run_id = ${id}`.execute(db)
    await sql`delete from pay_runs where id = ${id}`.execute(db)
    await record(db, call, id, 'delete', { month: run.month, sequence: run.sequence })
    return { id }
  })

/** Records that statements of carriers will not come for the month of a draft. */
export const confirmStatements: Handler<typeof payRuns.confirm> = (call, { id, carrierIds }) =>
  inTransaction(call.db, async (db) => {
    await lockRuns(db)
    await findDraft(db, id)
    await sql`
      update pay_runs set confirmed = array(select distinct unnest(confirmed || ${carrierIds}::bigint[]) order by 1)
      where id = ${id}`.execute(db)
    await record(db, call, id, 'update', { fields: 'confirmed', carriers: carrierIds.join(', ') })
    return await findRunDetail(db, id)
  })

/** A bank file is for a day at most so many days ahead. */
const maxDaysToPayment = 60

/** Sets the batch of a closed run to processed, then to paid on a day, which is the year of the agents' tax forms. */
export const setRunStatus: Handler<typeof payRuns.setStatus> = (call, input) =>
  inTransaction(call.db, async (db) => {
    await lockRuns(db)
    const run = await findRun(db, input.id)
    if (run.status === 'Draft') fail('pay_run.open')
    if (run.status !== (input.status === 'Processed' ? 'Closed' : 'Processed')) fail('pay_run.step')
    const paidOn = input.status === 'Paid' ? input.paidOn : null
    if (paidOn !== null && run.closedAt !== null) {
      if (paidOn < todayIn(new Date(run.closedAt)))
        refusePaidOn('Must not be before the day on which the run was closed')
      if (paidOn > plusDays(todayIn(call.now), maxDaysToPayment))
        refusePaidOn(`Must be within ${maxDaysToPayment} days from today`)
    }
    await sql`
      update payment_batches b set status_id = ${input.status === 'Paid' ? 3 : 2}, paid_on = ${paidOn}::date
      from pay_runs r where r.id = ${input.id} and b.id = r.batch_id`.execute(db)
    await record(db, call, input.id, 'status', { fields: input.status, ...(paidOn ? { paidOn } : {}) })
    return await findRun(db, input.id)
  })

function refusePaidOn(message: string): never {
  return fail('request.invalid', { message, details: [{ path: 'paidOn', message }] })
}

async function findDraft(db: Db, id: number) {
  const run = await findRun(db, id)
  return run.status === 'Draft' ? run : fail('pay_run.closed')
}

async function record(
  db: Db,
  call: SignedInCall,
  id: number,
  action: 'create' | 'update' | 'delete' | 'status',
  facts: Record<string, string | number>,
): Promise<void> {
  await writeAudit(db, call.audit, { action, entity: 'payRun', entityId: id, outcome: 'done', facts })
}

import { fail } from '@coverdesk/domain/fail.ts'
import type { payRuns } from '@coverdesk/domain/pay-runs/pay-run-contract.ts'
import { runName } from '@coverdesk/domain/pay-runs/run-name.ts'
import { sql } from 'kysely'
import { lockLedgers } from '../expected/derive-months.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { Handler } from '../platform/http/http-call.ts'
import { lockCarrier, lockEveryCarrier } from '../platform/imports/import-batch.ts'
import { calculateRun, goneLines } from './calculate-run.ts'
import { checkRun } from './check-run.ts'
import type { DraftRun } from './first-run-month.ts'
import { rememberParts } from './paid-lines/moved-parts.ts'
import { announceRun, findRun, lockRuns } from './pay-run-queries.ts'

/**
 * Closes a draft: it is calculated again after running loads, its rows are frozen, and its payments become an open batch. Fails with
 * `pay_run.not_ready` when a check fails, and with `pay_run.changed` when the figures differ from those the caller saw.
 */
export const closeRun: Handler<typeof payRuns.close> = (call, { id, inputHash }) =>
  inTransaction(call.db, async (db) => {
    await lockForRun(db)
    const run = await findRun(db, id)
    if (run.status !== 'Draft') fail('pay_run.closed')
    const problems = (await checkRun(db, run)).filter(({ isMet }) => !isMet)
    if (problems.length > 0)
      fail('pay_run.not_ready', {
        message: problems.map(({ what }) => what).join(' '),
        details: problems.map(({ check, what }) => ({ path: check, message: what })),
      })
    if ((await calculateRun(db, run, null)) !== inputHash) fail('pay_run.changed')
    await freezeRun(db, run, { by: call.user.id, at: call.now })
    await writeAudit(db, call.audit, {
      action: 'update',
      entity: 'payRun',
      entityId: id,
      outcome: 'done',
      facts: { month: run.month, sequence: run.sequence, fields: 'closed' },
    })
    return await findRun(db, id)
  })

/** Freezes the rows of a calculated draft and makes its payments an open batch, in the caller's transaction. */
export async function freezeRun(db: Db, run: DraftRun, { by, at }: { by: number; at: Date }): Promise<void> {
  const batchId = await payBatch(db, run, by)
  await writeLedger(db, run)
  await markLines(db, run)
  await sql`update pay_runs set closed_at = ${at}, closed_by = ${by}, batch_id = ${batchId} where id = ${run.id}`.execute(
    db,
  )
  await sql`select show_pay_of_run(${run.id}), refresh_chargebacks_after(${run.id})`.execute(db)
}

/**
 * Waits for loads, undos and deletions of statements and policies, for changes of schedules and for other runs, so that none changes
 * lines, or the policies and months that they pay, until it ends.
 */
export async function lockForRun(db: Db): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(db)
  await sql`set local lock_timeout = 0`.execute(db)
  await announceRun(db)
  await lockCarrier(db, 'commissions', null)
  await lockEveryCarrier(db, 'policies')
  await lockLedgers(db)
  await lockRuns(db)
}

/** Payments by carrier and kind; what adjustments, advances, recoveries and carries change is one of no carrier. */
async function payBatch(db: Db, run: DraftRun, by: number): Promise<number> {
  const name = `Pay run ${runName(run)}`
  const { rows } = await sql<{ id: number }>`
    insert into payment_batches (name, created_by) values (${name}, ${by}) returning id`.execute(db)
  const batchId = rows[0]?.id ?? fail('server.error')
  await sql`
    with paid as (select * from pay_run_agents where run_id = ${run.id} and paid > 0),
    earned as (
      select e.agent_id, e.carrier_id, case e.role when 'writing' then 1 else 2 end as type_id, sum(e.amount) as amount
      from pay_earnings e join paid p on p.agent_id = e.agent_id
      where e.run_id = ${run.id} and e.held is null and e.role <> 'agency' group by 1, 2, 3
    )
    insert into payments (batch_id, run_id, agent_id, carrier_id, type_id, month, amount)
    select ${batchId}, ${run.id}, x.agent_id, x.carrier_id, x.type_id, ${run.month}::date, x.amount
    from (
      select * from earned
      union all
      select p.agent_id, null, 4, p.paid - coalesce((select sum(e.amount) from earned e where e.agent_id = p.agent_id), 0) from paid p
    ) x where x.amount <> 0 order by x.agent_id, x.type_id, x.carrier_id`.execute(db)
  return batchId
}

async function writeLedger(db: Db, { id }: DraftRun): Promise<void> {
  await sql`
    insert into agent_ledger (agent_id, run_id, kind, advance_id, amount)
    select agent_id, run_id, 'carry', null::bigint, carried_out - carried_in from pay_run_agents
    where run_id = ${id} and carried_out <> carried_in
    union all
    select agent_id, run_id, 'advance', source_id, amount from pay_run_items where run_id = ${id} and kind in ('advance', 'recovery')`.execute(
    db,
  )
}

/** Remembers which lines are in closed runs: those of this one, without those that are gone. */
async function markLines(db: Db, { id, month, sequence }: DraftRun): Promise<void> {
  if (sequence > 0) return
  await sql`delete from paid_lines where original_id in (${goneLines})`.execute(db)
  await sql`
    insert into paid_lines (original_id, line_id, run_month, statement, amount, identity)
    select l.id, l.id, ${month}::date, l.month, l.amount, line_identity(l)
    from commission_lines l
    where l.id in (select e.line_id from pay_earnings e where e.run_id = ${id} and e.kind in ('earned', 'chargeback')
      except select e.line_id from pay_earnings e where e.run_id = ${id} and e.kind = 'open')
    on conflict do nothing`.execute(db)
  await rememberParts(db, { id, month, sequence })
}

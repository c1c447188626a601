import { fail } from '@coverdesk/domain/fail.ts'
import type { PayRun, RunAgent, RunAgentDetail, RunStep } from '@coverdesk/domain/pay-runs/pay-run-contract.ts'
import { sql } from 'kysely'
import type { Visibility } from '../platform/auth/visibility.ts'
import type { Db } from '../platform/db/database.ts'
import { instantOf } from '../platform/db/instant.ts'
import { selectList } from '../platform/lists/select-list.ts'
import { explainDifference } from './explain-difference.ts'
import { payRunList } from './pay-run-list.ts'
import { runAgentList } from './run-agent-list.ts'
import { heldAmount } from './settle-agents.ts'

/** First key of the advisory lock that serializes pay runs; arbitrary, but must never change. */
const runLock = 7_316_191

/** Waits for other changes of pay runs until the transaction ends. */
export async function lockRuns(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${runLock}, 0)`.execute(db)
}

/** Says until the transaction ends that it works on a pay run, also while it waits for a load that is running. */
export async function announceRun(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${runLock}, 1)`.execute(db)
}

/** Since when another transaction works on the pay runs, or waits to; null if none does. One of them at most is a draft. */
export async function runsLockedSince(db: Db): Promise<string | null> {
  const { rows } = await sql<{ since: string | null }>`
    select ${sql.raw(instantOf('min(a.xact_start)'))} as since from pg_locks l join pg_stat_activity a using (pid)
    where l.locktype = 'advisory' and l.classid = ${runLock} and l.objid in (0, 1) and l.objsubid = 2 and l.granted
      and l.database = (select oid from pg_database where datname = current_database()) and l.pid <> pg_backend_pid()`.execute(
    db,
  )
  return rows[0]?.since ?? null
}

/** One run as the list shows it. */
export async function findRun(db: Db, id: number): Promise<PayRun> {
  const { rows } = await sql<PayRun>`
    ${selectList(payRunList)} where r.id = ${id}`.execute(db)
  return rows[0] ?? fail('pay_run.not_found')
}

/** An agent's row of a run. Fails as missing when the user cannot see the agent's payments (P-26). */
export async function findRunAgent(db: Db, visibility: Visibility, id: number, agentId: number): Promise<RunAgent> {
  const visible = visibility.all ? sql`true` : sql`x.agent_id = any(${visibility.agentIds}::bigint[])`
  const { rows } = await sql<RunAgent>`
    ${selectList(runAgentList)}
    where x.run_id = ${id} and x.agent_id = ${agentId} and ${visible}`.execute(db)
  return rows[0] ?? fail('record.not_found')
}

/** How an agent's payment comes about: earnings by role and kind, each adjustment, advance and recovery, and what is carried. */
export async function explainRunAgent(
  db: Db,
  visibility: Visibility,
  { id, agentId }: { id: number; agentId: number },
): Promise<RunAgentDetail> {
  const agent = await findRunAgent(db, visibility, id, agentId)
  const { rows: earned } = await sql<RunStep>`
    select label, detail, amount::numeric(14, 2)::text as amount from (
      select min(e.level)::bigint as n, case when e.kind = 'chargeback' then 'Chargebacks of closed months'
          when e.kind = 'gone' then 'Lines removed after they were paid' when e.kind = 'moved' then 'Moved to another policy or month' when e.kind = 'correction' then 'Corrections to closed months' when e.kind = 'release' then 'Released, was held'
          when e.role = 'override' then 'Overrides, level ' || e.level else 'Writing part' end as label,
        concat(count(distinct e.line_id), case count(distinct e.line_id) when 1 then ' line' else ' lines' end,
          case when e.kind = 'chargeback' then ', reversed at their original terms' end) as detail, sum(e.amount) as amount
      from pay_earnings e where e.run_id = ${id} and e.agent_id = ${agentId} and e.held is null and e.role <> 'agency'
      group by 2, e.kind
    ) s order by n, label`.execute(db)
  const steps = [...earned, ...(await carrySteps(db, { id, agentId }))]
  return {
    agent,
    steps,
    differences: await explainDifference(db, { id, agentId }),
    held: await explainHeld(db, { id, agentId }),
  }
}

/** Why an amount of pay_run_agents `x` is carried. */
export const whyCarried = {
  in: `'From earlier runs'`,
  out: `coalesce('Held by a person: ' || x.hold, case when x.carried_out < 0 then 'Negative balance carried forward'
    else 'Below the minimum payment' end)`,
} as const

/** What a run adds to an agent's earnings: adjustments, advances, recoveries, and what is carried in and out. */
export async function carrySteps(db: Db, { id, agentId }: { id: number; agentId: number }): Promise<RunStep[]> {
  const { rows } = await sql<RunStep>`
    select label, detail, amount::numeric(14, 2)::text as amount from (
      select case i.kind when 'adjustment' then 2 when 'advance' then 3 else 4 end as position, i.source_id as n, initcap(i.kind) as label,
        i.reason as detail, i.amount
      from pay_run_items i where i.run_id = ${id} and i.agent_id = ${agentId}
      union all
      select 5, 0, 'Carried in', ${sql.raw(whyCarried.in)}, x.carried_in from pay_run_agents x
      where x.run_id = ${id} and x.agent_id = ${agentId} and x.carried_in <> 0
      union all
      select 6, 0, 'Carried out', ${sql.raw(whyCarried.out)}, -x.carried_out from pay_run_agents x
      where x.run_id = ${id} and x.agent_id = ${agentId} and x.carried_out <> 0
    ) s order by position, n, label`.execute(db)
  return rows
}

/** Reasons why a run holds money of an agent; they add up to what it holds. */
async function explainHeld(db: Db, { id, agentId }: { id: number; agentId: number }): Promise<RunStep[]> {
  const { rows } = await sql<RunStep>`
    select e.held as label, concat(count(distinct e.line_id), case count(distinct e.line_id) when 1 then ' line' else ' lines' end) as detail,
      sum(${sql.raw(heldAmount)})::numeric(14, 2)::text as amount
    from pay_earnings e where e.run_id = ${id} and e.agent_id = ${agentId} and e.held is not null and e.role <> 'agency'
    group by e.held having sum(${sql.raw(heldAmount)}) <> 0 order by sum(${sql.raw(heldAmount)}) desc, e.held`.execute(
    db,
  )
  return rows
}

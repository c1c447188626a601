import { amountOf } from '@coverdesk/domain/fields/amount.ts'
import { type OpenAdvance, settle } from '@coverdesk/domain/pay-runs/settle.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'
import { type DraftRun, firstRunMonth } from './first-run-month.ts'

interface AgentSums {
  agentId: number
  /** Whole cents. */
  written: number
  overrides: number
  held: number
  adjustments: number
  advances: number
  carriedIn: number
  minimum: number
  previous: number
  hold: string | null
  open: OpenAdvance[]
}

/** What an earning row `e` that is held holds: the whole line while no contract or rate divides it. */
export const heldAmount = `case when e.kind = 'open' then e.gross else e.amount end`

/** Adds adjustments and advances to a draft, recovers what is open, and writes what each agent is paid (rule 19). */
export async function settleAgents(db: Db, run: DraftRun): Promise<void> {
  if (run.sequence === 0) await addItems(db, run)
  const settled = (await agentSums(db, run)).map(settledOf)
  await writeSettled(
    db,
    run,
    settled.filter(({ amounts }) => Object.values(amounts).some((amount) => amount !== 0)),
  )
}

type Settled = ReturnType<typeof settledOf>

function settledOf({ agentId, hold, minimum, open: outstanding, ...sums }: AgentSums) {
  const { written, overrides, adjustments, advances, carriedIn } = sums
  const { recoveries, ...amounts } = settle({
    earned: written + overrides,
    adjustments,
    advances,
    outstanding,
    carriedIn,
    minimum,
    isHeld: hold !== null,
  })
  return { agentId, hold, recoveries, amounts: { ...sums, ...amounts } }
}

async function writeSettled(db: Db, run: DraftRun, settled: readonly Settled[]): Promise<void> {
  const agents = settled.map(({ agentId, hold, amounts }) => ({
    ...Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [name, amountOf(amount)])),
    agentId,
    hold,
  }))
  await sql`
    insert into pay_run_agents (run_id, agent_id, written, overrides, held, adjustments, advances, recovered, carried_in, carried_out,
      paid, previous, hold)
    select ${run.id}::bigint, a."agentId", a.written, a.overrides, a.held, a.adjustments, a.advances, a.recovered, a."carriedIn",
      a."carriedOut", a.paid, a.previous, a.hold
    from jsonb_to_recordset(${JSON.stringify(agents)}::jsonb) a ("agentId" bigint, written numeric, overrides numeric, held numeric,
      adjustments numeric, advances numeric, recovered numeric, "carriedIn" numeric, "carriedOut" numeric, paid numeric,
      previous numeric, hold text)`.execute(db)
  const recoveries = settled.flatMap((agent) =>
    agent.recoveries.map(({ advanceId, amount }) => ({ advanceId, amount: amountOf(0 - amount) })),
  )
  await sql`
    insert into pay_run_items (run_id, agent_id, kind, source_id, month, amount, reason)
    select ${run.id}::bigint, a.agent_id, 'recovery', a.id, ${run.month}::date, r.amount, a.reason
    from jsonb_to_recordset(${JSON.stringify(recoveries)}::jsonb) r ("advanceId" bigint, amount numeric)
    join agent_advances a on a.id = r."advanceId"`.execute(db)
}

/** Hold of a person on an agent in the run's month. */
const holdOf = (agent: ReturnType<typeof sql>, month: string) => sql`
  (select h.reason from pay_holds h where h.agent_id = ${agent} and h.first_month <= ${month}::date
    and (h.last_month is null or h.last_month >= ${month}::date) order by h.id limit 1)`

/** Adjustments of each month up to the run's that no closed run has, and advances; those of a held agent wait. */
async function addItems(db: Db, { id, month }: DraftRun): Promise<void> {
  const taken = (kind: string) => sql`
    select from pay_run_items i join pay_runs r on r.id = i.run_id and r.closed_at is not null
    where i.kind = ${sql.lit(kind)} and i.source_id = a.id`
  await sql`
    insert into pay_run_items (run_id, agent_id, kind, source_id, month, amount, reason)
    select ${id}::bigint, a.agent_id, 'adjustment', a.id, m.month::date, a.amount, a.reason
    from agent_adjustments a
    cross join generate_series(greatest(a.first_month, ${firstRunMonth(month)}), least(a.last_month, ${month}::date), '1 month') m (month)
    where not exists (${taken('adjustment')} and i.month = m.month)
    union all
    select ${id}::bigint, a.agent_id, 'advance', a.id, a.month, a.amount, a.reason
    from agent_advances a
    where a.month between ${firstRunMonth(month)} and ${month}::date and not exists (${taken('advance')})
      and ${holdOf(sql`a.agent_id`, month)} is null`.execute(db)
}

async function agentSums(db: Db, { id, month, sequence }: DraftRun): Promise<AgentSums[]> {
  const inCents = (amount: ReturnType<typeof sql>) => sql`(coalesce(${amount}, 0) * 100)::bigint`
  const { rows } = await sql<AgentSums>`
    with earned as (
      select e.agent_id, sum(e.amount) filter (where e.role = 'writing' and e.held is null) as written,
        sum(e.amount) filter (where e.role = 'override' and e.held is null) as overrides,
        sum(${sql.raw(heldAmount)}) filter (where e.held is not null) as held
      from pay_earnings e where e.run_id = ${id} and e.agent_id is not null group by 1
    ),
    items as (
      select i.agent_id, sum(i.amount) filter (where i.kind = 'adjustment') as adjustments,
        sum(i.amount) filter (where i.kind = 'advance') as advances
      from pay_run_items i where i.run_id = ${id} group by 1
    ),
    carried as (select agent_id, sum(amount) as amount from agent_ledger where kind = 'carry' group by 1),
    before as (
      select b.agent_id, sum(b.paid) as paid from pay_run_agents b join pay_runs r on r.id = b.run_id and r.closed_at is not null
      where r.month = (select max(month) from pay_runs where closed_at is not null and month < ${month}::date) and ${sequence} = 0
      group by 1
    )
    select a.id as "agentId", ${inCents(sql`e.written`)} as written, ${inCents(sql`e.overrides`)} as overrides,
      ${inCents(sql`e.held`)} as held, ${inCents(sql`i.adjustments`)} as adjustments, ${inCents(sql`i.advances`)} as advances,
      ${inCents(sql`c.amount`)} as "carriedIn", ${inCents(sql`a.minimum_payout`)} as minimum, ${inCents(sql`b.paid`)} as previous,
      ${holdOf(sql`a.id`, month)} as hold,
      coalesce((select jsonb_agg(o order by o.id) from (
        select g.advance_id as id, (sum(g.amount) * 100)::bigint as outstanding, (max(v.recovery_percent) * 10000)::int as percent
        from agent_ledger g join agent_advances v on v.id = g.advance_id
        where g.agent_id = a.id and g.kind = 'advance' group by 1 having sum(g.amount) > 0) o), '[]') as open
    from agents a
    left join earned e on e.agent_id = a.id
    left join items i on i.agent_id = a.id
    left join carried c on c.agent_id = a.id
    left join before b on b.agent_id = a.id
    where e.agent_id is not null or i.agent_id is not null or b.paid <> 0 or (c.amount <> 0 and ${sequence} = 0)
    order by a.id`.execute(db)
  return rows
}

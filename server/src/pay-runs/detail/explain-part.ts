import { amountOf, cents } from '@coverdesk/domain/fields/amount.ts'
import type { payRuns, RunPart, RunPartName } from '@coverdesk/domain/pay-runs/pay-run-contract.ts'
import type { OutputOf, ParsedInputOf } from '@coverdesk/domain/platform/route.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Visibility } from '../../platform/auth/visibility.ts'
import type { Db } from '../../platform/db/database.ts'
import { findRun, whyCarried } from '../pay-run-queries.ts'
import { amountOfPart, isOfPart } from './part-line-list.ts'

type Step = RunPart['steps'][number]

/** What a part of a run consists of: lines by carrier or agent, or each entry. A user sees the agents whose payments the user may see. */
export async function explainPart(
  db: Db,
  visibility: Visibility,
  { id, part }: ParsedInputOf<typeof payRuns.part>,
): Promise<OutputOf<typeof payRuns.part>> {
  await findRun(db, id)
  const visible = (agent: string) =>
    visibility.all ? sql`true` : sql`${sql.raw(agent)} = any(${visibility.agentIds}::bigint[])`
  const { rows } = await stepsOf(id, part, visible).execute(db)
  return { amount: amountOf(rows.reduce((sum, { amount }) => sum + (cents(amount) ?? 0), 0)), steps: rows }
}

const count = (what: string) =>
  sql.raw(`to_char(${what}, 'FM999,999,999') || case ${what} when 1 then ' line' else ' lines' end`)

function stepsOf(id: number, part: RunPartName, visible: (agent: string) => RawBuilder<unknown>) {
  if (part === 'received' || part === 'agency')
    return sql<Step>`
      select e.carrier_id::text as key, c.name as label, ${count('count(distinct e.line_id)')} as detail,
        sum(${sql.raw(amountOfPart[part])})::numeric(16, 2)::text as amount, null as "agentId", e.carrier_id as "carrierId"
      from pay_earnings e join carriers c on c.id = e.carrier_id
      where e.run_id = ${id} and ${sql.raw(isOfPart[part])} and ${visible('e.agent_id')}
      group by e.carrier_id, c.name order by sum(${sql.raw(amountOfPart[part])}) desc, c.name`
  if (part === 'held')
    return sql<Step>`
      select concat_ws(' ', e.agent_id, e.held) as key, coalesce(a.name, 'No agent yet') as label,
        e.held || ', ' || ${count('count(distinct e.line_id)')} as detail,
        sum(${sql.raw(amountOfPart.held)})::numeric(16, 2)::text as amount, e.agent_id as "agentId", null as "carrierId"
      from pay_earnings e left join agents a on a.id = e.agent_id
      where e.run_id = ${id} and ${sql.raw(isOfPart.held)} and ${visible('e.agent_id')}
      group by e.agent_id, a.name, e.held having sum(${sql.raw(amountOfPart.held)}) <> 0
      order by sum(${sql.raw(amountOfPart.held)}) desc, a.name, e.held`
  if (part === 'writing' || part === 'overrides')
    return sql<Step>`
      select e.agent_id::text as key, a.name as label, ${count('count(distinct e.line_id)')} as detail,
        sum(e.amount)::numeric(16, 2)::text as amount, e.agent_id as "agentId", null as "carrierId"
      from pay_earnings e join agents a on a.id = e.agent_id
      where e.run_id = ${id} and ${sql.raw(isOfPart[part])} and ${visible('e.agent_id')}
      group by e.agent_id, a.name having sum(e.amount) <> 0 order by sum(e.amount) desc, a.name`
  if (part === 'carriedIn' || part === 'carriedOut')
    return sql<Step>`
      select x.agent_id::text as key, a.name as label, ${sql.raw(carried[part].why)} as detail,
        (${sql.raw(carried[part].amount)})::text as amount, x.agent_id as "agentId", null as "carrierId"
      from pay_run_agents x join agents a on a.id = x.agent_id
      where x.run_id = ${id} and ${sql.raw(carried[part].amount)} <> 0 and ${visible('x.agent_id')}
      order by abs(${sql.raw(carried[part].amount)}) desc, a.name`
  return sql<Step>`
    select concat_ws(' ', i.source_id, i.month) as key, a.name as label, i.reason || ', ' || to_char(i.month, 'MM/YYYY') as detail, i.amount::text as amount,
      i.agent_id as "agentId", null as "carrierId"
    from pay_run_items i join agents a on a.id = i.agent_id
    where i.run_id = ${id} and i.kind = ${kinds[part]} and ${visible('i.agent_id')}
    order by abs(i.amount) desc, a.name, i.source_id, i.month`
}

const kinds = { adjustments: 'adjustment', advances: 'advance', recovered: 'recovery' } as const
const carried = {
  carriedIn: { amount: 'x.carried_in', why: whyCarried.in },
  carriedOut: { amount: '-x.carried_out', why: whyCarried.out },
} as const

import type { AgentSummary, UnpaidQuery } from '@coverdesk/domain/unpaid/unpaid-contract.ts'
import { type UnpaidVariant, variantOf } from '@coverdesk/domain/unpaid/unpaid-variants.ts'
import { lookupList } from '../lookups/lookup-queries.ts'
import { payAgentsOf } from '../platform/auth/pay-readers.ts'
import type { SignedIn } from '../platform/auth/session.ts'
import type { Db } from '../platform/db/database.ts'
import { groupList } from '../platform/lists/list-sums.ts'
import { earnersOf, sumAtStake, unpaidList } from './unpaid-list.ts'

/** Number of rows per agent and status; agent 0 is unassigned. */
interface Group {
  agentId: number
  statusId: number
  rows: number
}
interface Stake {
  agentId: number
  atStake: string | null
}

const columns = {
  agentId: 'n.agent_id',
  statusId: 'n.status_id',
  rows: 'count(*)',
} as const satisfies Record<keyof Group, string>

/**
 * Number of policies per agent and status, most first and unassigned last, of the rows that the list shows this user
 * with the same filters (UNPAID-02). The value at stake leaves out rows with a status after which nothing is to do, such as Paid.
 */
export async function summarizeUnpaid(
  db: Db,
  variant: UnpaidVariant,
  filters: Omit<UnpaidQuery, 'pageNumber' | 'pageSize'>,
  user: SignedIn,
): Promise<AgentSummary[]> {
  const visibility = user.visibility('Policy')
  const request = { ...filters, pageNumber: 1, pageSize: 1 }
  const by = ['agentId', 'statusId'] as const
  const list = unpaidList(variant, filters)
  const payAgents = payAgentsOf(user)
  const [groups, stakes] = await Promise.all([
    groupList<Group>(db, list, { columns, by }, request, visibility),
    groupList<Stake>(
      db,
      list,
      { columns: { agentId: columns.agentId, atStake: sumAtStake(payAgents) }, by: ['agentId'] },
      // Nothing is at stake of open rows whose status says that they are done; of resolved ones, it says what was.
      { ...request, ...(filters.state === 'resolved' ? {} : { done: 'no' as const }), ...earnersOf(payAgents) },
      visibility,
    ),
  ])
  const statuses = await lookupList(db, `status.${variantOf[variant].statuses}`)
  const byAgent = Map.groupBy(groups, ({ agentId }) => agentId)
  const names = await namesOf(db, [...byAgent.keys()])
  const summaries = [...byAgent].map(
    ([agentId, agentRows]): AgentSummary => ({
      agentId: agentId || null,
      agentName: names.get(agentId) ?? null,
      listStatus: statuses.map(({ id, name }) => ({
        statusId: id,
        statusName: name,
        subTotal: agentRows.find(({ statusId }) => statusId === id)?.rows ?? 0,
      })),
      total: agentRows.reduce((sum, { rows }) => sum + rows, 0),
      atStake: stakes.find((stake) => stake.agentId === agentId)?.atStake ?? '0.00',
    }),
  )
  const last = ({ agentId }: AgentSummary) => Number(agentId === null)
  return summaries.toSorted((a, b) => last(a) - last(b) || b.total - a.total)
}

async function namesOf(db: Db, ids: number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const agents = await db.selectFrom('agents').select(['id', 'name']).where('id', 'in', ids).execute()
  return new Map(agents.map(({ id, name }) => [id, name]))
}

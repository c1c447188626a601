import { amountOf, cents } from '@coverdesk/domain/fields/amount.ts'
import type { AgentSummary, UnpaidQuery } from '@coverdesk/domain/unpaid/unpaid-contract.ts'
import { type UnpaidVariant, variantOf } from '@coverdesk/domain/unpaid/unpaid-variants.ts'
import { lookupList } from '../lookups/lookup-queries.ts'
import type { Visibility } from '../platform/auth/visibility.ts'
import type { Db } from '../platform/db/database.ts'
import { groupList } from '../platform/lists/list-sums.ts'
import { unpaidList } from './unpaid-list.ts'

/** Number of rows per agent and status; agent 0 is unassigned. */
interface Group {
  agentId: number
  statusId: number
  rows: number
  atStake: string
}

const columns = {
  agentId: 'n.agent_id',
  statusId: 'n.status_id',
  rows: 'count(*)',
  atStake: 'sum(n.at_stake)::numeric(16, 2)',
} as const satisfies Record<keyof Group, string>

/**
 * Number of policies per agent and status, most first and unassigned last, of the rows that the list shows this user
 * with the same filters (UNPAID-02).
 */
export async function summarizeUnpaid(
  db: Db,
  variant: UnpaidVariant,
  filters: Omit<UnpaidQuery, 'pageNumber' | 'pageSize'>,
  visibility: Visibility,
): Promise<AgentSummary[]> {
  const request = { ...filters, pageNumber: 1, pageSize: 1 }
  const by = ['agentId', 'statusId'] as const
  const groups = await groupList<Group>(db, unpaidList(variant, filters), { columns, by }, request, visibility)
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
      atStake: amountOf(agentRows.reduce((sum, { atStake }) => sum + (cents(atStake) ?? 0), 0)),
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

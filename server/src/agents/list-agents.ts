import type { AgentFilters, agents } from '@coverdesk/domain/agents/agent-contract.ts'
import { expiryDays } from '@coverdesk/domain/agents/expiry.ts'
import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { plusDays } from '@coverdesk/domain/fields/day-count.ts'
import { listOrExport } from '../platform/exports/list-export.ts'
import type { Handler } from '../platform/http/http-call.ts'
import type { ListRequest } from '../platform/lists/list-declaration.ts'
import { agentExport } from './agent-list.ts'

/** Page of agents, or all agents that match the filters as a file (AGENT-01, AGENT-14). */
export const listAgents: Handler<typeof agents.list> = (call, query) =>
  listOrExport(call, agentExport, withExpiryDays(query, todayIn(call.now)), { all: true })

/** Adds the days of 'expiring': from today for a number of days, or before today. */
function withExpiryDays(query: AgentFilters, today: string): ListRequest {
  if (query.expiring === undefined) return query
  if (query.expiring === 'expired') return { ...query, expiresTo: plusDays(today, -1) }
  const days = query.expiring === '30' ? expiryDays.soon : expiryDays.coming
  return { ...query, expiresFrom: today, expiresTo: plusDays(today, days) }
}

import type { AgentFilters, agents } from '@coverdesk/domain/agents/agent-contract.ts'
import { expiryDays } from '@coverdesk/domain/agents/expiry.ts'
import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { plusDays } from '@coverdesk/domain/fields/day-count.ts'
import { type Brands, brandOf } from '../platform/config/brands.ts'
import type { Db } from '../platform/db/database.ts'
import { exportList } from '../platform/exports/list-export.ts'
import type { Handler } from '../platform/http/http-call.ts'
import type { ListRequest } from '../platform/lists/list-declaration.ts'
import { listPage } from '../platform/lists/list-page.ts'
import { agentExportColumns, agentList } from './agent-list.ts'

const everyone = { all: true } as const

/** Page of agents, or all agents that match the filters as a file (AGENT-01, AGENT-14). */
export function listAgents(brands: Brands): Handler<typeof agents.list> {
  return async (call, query) => {
    const request = toListRequest(query, todayIn(call.now))
    if (!call.format) return await listPage(call.db, agentList, request, everyone)
    const brand = brandOf(brands, call.host)
    const shown = {
      title: 'Agents',
      columns: agentExportColumns,
      filters: await filtersInWords(call.db, query),
      brand: { name: brand.name, color: brand.colors.light },
      timeZone: 'America/New_York',
    }
    return await exportList(call, call.format, agentList, shown, request, everyone)
  }
}

/** Converts 'expiring' to dates: from today for a number of days, or before today. */
function toListRequest({ expiring, ...query }: AgentFilters, today: string): ListRequest {
  if (expiring === undefined) return query
  if (expiring === 'expired') return { ...query, expiresTo: plusDays(today, -1) }
  const days = expiring === '30' ? expiryDays.soon : expiryDays.coming
  return { ...query, expiresFrom: today, expiresTo: plusDays(today, days) }
}

const expiringWords = { '30': 'Within 30 days', '60': 'Within 60 days', expired: 'Expired' } as const

async function filtersInWords(db: Db, query: AgentFilters): Promise<{ label: string; value: string }[]> {
  const nameOf = async (list: string, id: number | undefined) =>
    id === undefined
      ? undefined
      : (
          await db
            .selectFrom('lookup_values')
            .select('name')
            .where('list', '=', list)
            .where('id', '=', id)
            .executeTakeFirst()
        )?.name
  const words: [string, string | undefined][] = [
    ['Name', query.name],
    ['Login email', query.loginEmail],
    ['NPN', query.npn],
    ['Location', await nameOf('generic.2', query.locationId)],
    ['Agent type', await nameOf('generic.1', query.agentTypeId)],
    ['Status', await nameOf('status.agent', query.statusId)],
    ['Expiring', query.expiring && expiringWords[query.expiring]],
  ]
  return words.flatMap(([label, value]) => (value ? [{ label, value }] : []))
}

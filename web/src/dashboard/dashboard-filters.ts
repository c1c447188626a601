import type { CurrentUser } from '@coverdesk/domain/access/rights.ts'
import { dashboardYears } from '@coverdesk/domain/dashboard/sales-figures.ts'
import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { useMemo } from 'react'
import { z } from 'zod'
import { useVisibleAgentsState } from '../lookups/lookup-choices.ts'
import { useAddress } from '../platform/address/address.ts'
import type { Choice } from '../ui/choices/choice.ts'

/** Filter value for all agents. */
const everybody = '0'

const DashboardAddress = z.object({
  agentId: z.coerce.number<number | string>().int().min(0).optional(),
  year: z.coerce.number<number | string>().int().optional(),
})

/**
 * Agent and year of the dashboard, in the URL (DASH-01). Defaults: the user's own agent, or all agents for users who
 * see all, and the current year. Values of the URL that are not options are ignored. `agentId` is undefined for
 * all visible agents; `ready` is false until the default is known.
 */
export function useDashboardFilters(user: CurrentUser) {
  const { query, change } = useAddress(DashboardAddress)
  const { agents: seen, known } = useVisibleAgentsState('Policy')
  const agents = useMemo(() => [{ value: everybody, label: 'All agents' }, ...(seen ?? [])], [seen])
  const currentYear = Number(todayIn(new Date()).slice(0, 4))
  const years = dashboardYears(currentYear)
  const own = seesAll(user) ? everybody : String(user.agentId ?? everybody)
  const standard = offered(agents, own) ? own : everybody
  const requested = String(query.agentId ?? standard)
  const agent = offered(agents, requested) ? requested : standard
  const year = query.year !== undefined && years.includes(query.year) ? query.year : currentYear
  return {
    agents,
    agent,
    agentId: agent === everybody ? undefined : Number(agent),
    setAgent: (value = standard) => change({ agentId: value === standard ? undefined : value }),
    years: years.map((one): Choice => ({ value: String(one), label: String(one) })),
    year,
    setYear: (value = String(currentYear)) => change({ year: value === String(currentYear) ? undefined : value }),
    // A user who starts with all agents does not need the list of agents first; without it no other can be chosen.
    ready: known || requested === everybody,
  }
}

const offered = (agents: readonly Choice[], id: string) => agents.some(({ value }) => value === id)

/** Same rule as the server's (visibility.ts). */
const seesAll = ({ hasFullAgentAccess, roles }: CurrentUser) => hasFullAgentAccess || roles.includes('administrator')

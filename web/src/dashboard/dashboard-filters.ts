import type { CurrentUser } from '@coverdesk/domain/access/rights.ts'
import { dashboardYears } from '@coverdesk/domain/dashboard/sales-figures.ts'
import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { useMemo } from 'react'
import { z } from 'zod'
import { useSeenAgentsOnceKnown } from '../lookups/lookup-choices.ts'
import { useAddress } from '../platform/address/address.ts'
import type { Choice } from '../ui/choices/choice.ts'

/** The agent that stands for all of them. */
const everybody = '0'

const DashboardAddress = z.object({
  agentId: z.coerce.number<number | string>().int().min(0).optional(),
  year: z.coerce.number<number | string>().int().optional(),
})

/**
 * Agent and year of the dashboard, kept in the address (DASH-01). Until somebody chooses, they are the own agent, or all
 * agents for those who see all, and the current year. What the address says beyond the choices does not count.
 * `agentId` is undefined for all agents whom the person sees; `ready` says that it is known whom that means.
 */
export function useDashboardFilters(person: CurrentUser) {
  const { query, change } = useAddress(DashboardAddress)
  const { agents: seen, known } = useSeenAgentsOnceKnown()
  const agents = useMemo(() => [{ value: everybody, label: 'All agents' }, ...(seen ?? [])], [seen])
  const currentYear = Number(todayIn(new Date()).slice(0, 4))
  const years = dashboardYears(currentYear)
  const own = seesAll(person) ? everybody : String(person.agentId ?? everybody)
  const standard = offered(agents, own) ? own : everybody
  const asked = String(query.agentId ?? standard)
  const agent = offered(agents, asked) ? asked : standard
  const year = query.year !== undefined && years.includes(query.year) ? query.year : currentYear
  return {
    agents,
    agent,
    agentId: agent === everybody ? undefined : Number(agent),
    setAgent: (value = standard) => change({ agentId: value === standard ? undefined : value }),
    years: years.map((one): Choice => ({ value: String(one), label: String(one) })),
    year,
    setYear: (value = String(currentYear)) => change({ year: value === String(currentYear) ? undefined : value }),
    // Whoever begins with all agents needs no list of them to begin; without it nobody else can be chosen.
    ready: known || asked === everybody,
  }
}

const offered = (agents: readonly Choice[], id: string) => agents.some(({ value }) => value === id)

/** The same rule as the server's (visibility.ts). */
const seesAll = ({ hasFullAgentAccess, roles }: CurrentUser) => hasFullAgentAccess || roles.includes('administrator')

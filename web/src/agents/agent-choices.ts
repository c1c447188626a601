import { lookups } from '@coverdesk/domain/lookups/lookup-contract.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../platform/api/query.ts'
import type { Choice } from '../ui/choices/choice.ts'

const cached = { staleTime: Number.POSITIVE_INFINITY }
const none: readonly Choice[] = []
/** Type ids of generic lists. */
const [agentTypes, locations] = [1, 2]

/** Choices of the agent form; empty until loaded. */
export interface AgentChoices {
  types: readonly Choice[]
  locations: readonly Choice[]
  statuses: readonly Choice[]
  /** Locations are loaded, so an empty list means that there are none. */
  known: boolean
}

export function useAgentChoices(): AgentChoices {
  const types = useQuery({ ...apiQuery(lookups.generic, { typeId: agentTypes }), ...cached, select: byId })
  const places = useQuery({ ...apiQuery(lookups.generic, { typeId: locations }), ...cached, select: byId })
  const statuses = useQuery({ ...apiQuery(lookups.statuses, { type: 'agent' }), ...cached, select: byId })
  return {
    types: types.data ?? none,
    locations: places.data ?? none,
    statuses: statuses.data ?? none,
    known: places.isSuccess,
  }
}

function byId(items: readonly { id: number; name: string }[]): readonly Choice[] {
  return items.map(({ id, name }) => ({ value: String(id), label: name }))
}

import { customers } from '@coverdesk/domain/customers/customer-contract.ts'
import { lookups } from '@coverdesk/domain/lookups/lookup-contract.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery, queryClient } from '../platform/api/query.ts'
import type { Choice } from '../ui/choices/choice.ts'

const cached = { staleTime: Number.POSITIVE_INFINITY }
const none: readonly Choice[] = []

/** Customer statuses; empty until loaded. */
export function useCustomerStatuses(): readonly Choice[] {
  return useQuery({ ...apiQuery(lookups.statuses, { type: 'customer' }), ...cached, select: byId }).data ?? none
}

/** Languages of generic list 3; empty until loaded. */
export function useLanguages(): readonly Choice[] {
  return useQuery({ ...apiQuery(lookups.generic, { typeId: 3 }), ...cached, select: byId }).data ?? none
}

/** The first agents whose customers the user can manage; with fewer than two there is no choice. */
export function useCustomerAgents(): readonly Choice[] {
  return useQuery({ ...apiQuery(customers.agents, {}), staleTime: 300_000, select: byId }).data ?? none
}

/** Agents whose customers the user can manage, by part of the name or an NPN prefix. */
export async function searchCustomerAgents(typed: string): Promise<readonly Choice[]> {
  return byId(await queryClient.fetchQuery({ ...apiQuery(customers.agents, { q: typed }), staleTime: 60_000 }))
}

function byId(items: readonly { id: number; name: string }[]): readonly Choice[] {
  return items.map(({ id, name }) => ({ value: String(id), label: name }))
}

import { lookups } from '@coverdesk/domain/lookups/lookup-contract.ts'
import { useQuery } from '@tanstack/react-query'
import { ask, queryClient } from '../platform/query.ts'
import type { Choice } from '../ui/filter.ts'

/** Look-up lists change a few times a year; a reload brings them anew. */
const kept = { staleTime: Number.POSITIVE_INFINITY }
const none: readonly Choice[] = []

/** All carriers by name; the value is the id. Empty until they are there. */
export function useCarrierChoices(): readonly Choice[] {
  const { data } = useQuery({ ...ask(lookups.carriers, {}), ...kept, select: byId })
  return data ?? none
}

/** The states by name; the value is the two-letter code. Empty until they are there. */
export function useStateChoices(): readonly Choice[] {
  const { data } = useQuery({ ...ask(lookups.states, {}), ...kept, select: byCode })
  return data ?? none
}

function byId(items: readonly { id: number; name: string }[]): readonly Choice[] {
  return items.map(({ id, name }) => ({ value: String(id), label: name }))
}

function byCode(items: readonly { code: string; name: string }[]): readonly Choice[] {
  return items.map(({ code, name }) => ({ value: code, label: name }))
}

/** Most entries that a search offers at once. */
const mostOffered = 50

/** Cities whose name begins with what is typed, each name once; `state` (a code) keeps to that state. */
export async function searchCities(typed: string, state?: string): Promise<readonly Choice[]> {
  const stateId = await stateIdOf(state)
  return byName(await queryClient.fetchQuery(ask(lookups.cities, { q: typed, stateId, limit: mostOffered })))
}

/** Counties whose name begins with what is typed, each name once; `state` (a code) keeps to that state. */
export async function searchCounties(typed: string, state?: string): Promise<readonly Choice[]> {
  const stateId = await stateIdOf(state)
  return byName(await queryClient.fetchQuery(ask(lookups.counties, { q: typed, stateId, limit: mostOffered })))
}

async function stateIdOf(code: string | undefined): Promise<number | undefined> {
  if (!code) return undefined
  const states = await queryClient.fetchQuery({ ...ask(lookups.states, {}), ...kept })
  return states.find((state) => state.code === code)?.id
}

function byName(items: readonly { name: string }[]): readonly Choice[] {
  return [...new Set(items.map(({ name }) => name))].map((name) => ({ value: name, label: name }))
}

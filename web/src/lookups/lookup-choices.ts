import { type AgentArea, type LookupItem, lookups } from '@coverdesk/domain/lookups/lookup-contract.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery, queryClient } from '../platform/api/query.ts'
import type { Choice } from '../ui/choices/choice.ts'
import { notLoaded } from '../ui/choices/not-loaded.ts'

/** Lookup lists rarely change; a page reload fetches them again. */
const cached = { staleTime: Number.POSITIVE_INFINITY }
const none: readonly Choice[] = []
const choicesOf = ({ data, isError }: { data: readonly Choice[] | undefined; isError: boolean }) =>
  data ?? (isError ? none : notLoaded)

/** All carriers by name; the value is the id. Empty until loaded. */
export function useCarrierChoices(): readonly Choice[] {
  return choicesOf(useQuery({ ...apiQuery(lookups.carriers, {}), ...cached, select: byId }))
}

/** Carriers with a broker portal; empty until loaded. */
export function useCarrierPortals(): readonly { id: number; name: string; portalUrl: string }[] {
  const { data } = useQuery({ ...apiQuery(lookups.carriers, {}), ...cached })
  return (data ?? []).flatMap(({ id, name, portalUrl }) => (portalUrl ? [{ id, name, portalUrl }] : []))
}

/** Agents whose records of an area the user can see; the value is the id. Empty until loaded. At most a few hundred. */
export function useVisibleAgents(area: AgentArea): readonly Choice[] {
  const { agents, known } = useVisibleAgentsState(area)
  return choicesOf({ data: agents, isError: known })
}

/** The same; `known` is true once the request has finished or failed. */
export function useVisibleAgentsState(area: AgentArea): { agents: readonly Choice[] | undefined; known: boolean } {
  const { data, isError } = useQuery({ ...apiQuery(lookups.agents, { area }), staleTime: 60_000, select: byId })
  return { agents: data, known: data !== undefined || isError }
}

/** States by name; the value is the two-letter code. Empty until loaded. */
export function useStateChoices(): readonly Choice[] {
  return choicesOf(useQuery({ ...apiQuery(lookups.states, {}), ...cached, select: byCode }))
}

/** Id of a state by its two-letter code; null without a code and until loaded. */
export function useStateId(code: string | null | undefined): number | null {
  const { data } = useQuery({ ...apiQuery(lookups.states, {}), ...cached })
  return data?.find((state) => state.code === code)?.id ?? null
}

/** Generic list by type id; the value is the id. Empty until loaded. */
export function useGenericChoices(typeId: number): readonly Choice[] {
  return choicesOf(useQuery({ ...apiQuery(lookups.generic, { typeId }), ...cached, select: byId }))
}

/** Countries; the value is the id. Undefined until loaded. */
export function useCountryChoices(): readonly Choice[] | undefined {
  return useQuery({ ...apiQuery(lookups.countries, {}), ...cached, select: byId }).data
}

/** States of a country by name; the value is the id. Empty without a country and until loaded. */
export function useStatesOfCountry(countryId: number | '' | null): readonly Choice[] {
  const country = countryId || undefined
  const states = useQuery({
    ...apiQuery(lookups.states, { countryId: country }),
    ...cached,
    select: byId,
    enabled: country !== undefined,
  })
  return country === undefined ? none : choicesOf(states)
}

/** Purposes of emails, phones and addresses. Undefined until loaded. */
export function usePurposes(): readonly LookupItem[] | undefined {
  return useQuery({ ...apiQuery(lookups.purposes, {}), ...cached }).data
}

/** Cities of a state by name prefix; the value is the id. */
export async function searchCitiesOfState(stateId: number, typed: string): Promise<readonly Choice[]> {
  return byId(await queryClient.fetchQuery(apiQuery(lookups.cities, { q: typed, stateId, limit: maxOffered })))
}

function byId(items: readonly { id: number; name: string }[]): readonly Choice[] {
  return items.map(({ id, name }) => ({ value: String(id), label: name }))
}

function byCode(items: readonly { code: string; name: string }[]): readonly Choice[] {
  return items.map(({ code, name }) => ({ value: code, label: name }))
}

/** Maximum number of search results. */
const maxOffered = 50

/** Cities by name prefix, without duplicates; `state` (a code) limits them to that state. */
export async function searchCities(typed: string, state?: string): Promise<readonly Choice[]> {
  const stateId = await stateIdOf(state)
  return byName(await queryClient.fetchQuery(apiQuery(lookups.cities, { q: typed, stateId, limit: maxOffered })))
}

/** Counties by name prefix, without duplicates; `state` (a code) limits them to that state. */
export async function searchCounties(typed: string, state?: string): Promise<readonly Choice[]> {
  const stateId = await stateIdOf(state)
  return byName(await queryClient.fetchQuery(apiQuery(lookups.counties, { q: typed, stateId, limit: maxOffered })))
}

async function stateIdOf(code: string | undefined): Promise<number | undefined> {
  if (!code) return undefined
  const states = await queryClient.fetchQuery({ ...apiQuery(lookups.states, {}), ...cached })
  return states.find((state) => state.code === code)?.id
}

function byName(items: readonly { name: string }[]): readonly Choice[] {
  return [...new Set(items.map(({ name }) => name))].map((name) => ({ value: name, label: name }))
}

/**
 * Search for agents whose records of an area the user can see: the first 50 by name or NPN; the value is the id (AGENT-17).
 * With several areas, those whose records of any of them are visible.
 */
export function searchAgents(...areas: readonly AgentArea[]): (typed: string) => Promise<readonly Choice[]> {
  return async (typed) => {
    const found = await Promise.all(
      areas.map((area) => queryClient.fetchQuery(apiQuery(lookups.agents, { area, q: typed, limit: maxOffered }))),
    )
    const agents = new Map(found.flat().map((agent) => [agent.id, agent]))
    return [...agents.values()].map(({ id, name, npn }) => ({
      value: String(id),
      label: npn ? `${name}, NPN ${npn}` : name,
    }))
  }
}

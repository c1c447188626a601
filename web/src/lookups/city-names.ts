import { lookups } from '@coverdesk/domain/lookups/lookup-contract.ts'
import { useQueries } from '@tanstack/react-query'
import { apiQuery } from '../platform/api/query.ts'

/** City names by id as a function; undefined until all are loaded. */
export function useCityNames(ids: readonly number[]): ((id: string) => string | undefined) | undefined {
  const found = useQueries({
    queries: ids.map((id) => ({ ...apiQuery(lookups.cities, { id }), staleTime: Number.POSITIVE_INFINITY })),
  })
  if (found.some(({ isPending }) => isPending)) return undefined
  const names = new Map(found.flatMap(({ data }) => data ?? []).map(({ id, name }) => [String(id), name]))
  return (id) => names.get(id)
}

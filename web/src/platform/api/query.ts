import { Failure } from '@coverdesk/domain/failures.ts'
import type { InputOf, OutputOf, Route } from '@coverdesk/domain/platform/route.ts'
import { QueryClient, queryOptions, useMutation } from '@tanstack/react-query'
import { onSessionEnd } from '../session/session.ts'
import { call } from './call.ts'

/** The one cache of the page. What the server refused is not asked again by itself; what did not arrive is, twice. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 10_000, retry: (times, error) => times < 2 && !isRefusal(error) },
    // Without a network the person is told at once; held back, it would be sent when nobody expects it any more (P-85).
    mutations: { networkMode: 'always' },
  },
})
// Nothing of a person stays behind when their session ends (P-23).
onSessionEnd(() => queryClient.clear())

function isRefusal(error: unknown): boolean {
  return error instanceof Failure && error.status < 500
}

/** The key of a route's answers; without input, of all of them. */
export function keyOf(route: Route, ...input: unknown[]) {
  return [`${route.method} ${route.path}`, ...input]
}

/** A question to the server, for `useQuery(ask(policies.list, filters))`: the route and its input are the key. */
export function apiQuery<R extends Route>(route: R, input: InputOf<R>) {
  return queryOptions<OutputOf<R>>({
    queryKey: keyOf(route, input),
    queryFn: ({ signal }) => call(route, input, signal),
  })
}

/**
 * Asks anew for what a screen shows of these routes, because it has changed. A first answer still under way was asked for
 * before that, and the library would take it for the new one: it is asked for once more when it is there.
 */
export async function invalidate(...routes: readonly Route[]): Promise<void> {
  await Promise.all(routes.map(askRouteAnew))
}

async function askRouteAnew(route: Route): Promise<void> {
  const queryKey = keyOf(route)
  const early = queryClient.getQueryCache().findAll({
    ...{ queryKey, type: 'active', fetchStatus: 'fetching' },
    predicate: ({ state }) => state.data === undefined,
  })
  await queryClient.invalidateQueries({ queryKey })
  if (early.length > 0) await queryClient.invalidateQueries({ queryKey, predicate: (query) => early.includes(query) })
}

/** Sends something to the server, and afterwards asks anew for everything that `refreshes` names and a screen shows. */
export function useSend<R extends Route>(route: R, { refreshes = [] }: { refreshes?: readonly Route[] } = {}) {
  return useMutation<OutputOf<R>, Error, InputOf<R>>({
    mutationFn: (input) => call(route, input),
    onSuccess: () => invalidate(...refreshes),
  })
}

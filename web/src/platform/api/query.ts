import { Failure } from '@coverdesk/domain/failure.ts'
import type { InputOf, OutputOf, Route } from '@coverdesk/domain/platform/route.ts'
import { QueryClient, queryOptions, useMutation } from '@tanstack/react-query'
import { onSessionEnd } from '../session/session.ts'
import { call } from './call.ts'
import { isBusy } from './with-retries.ts'

/** The query cache. Rejected requests are not retried, `call` has retried those at a busy server; others are, twice. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 10_000, retry: (times, error) => times < 2 && !isRefusal(error) },
    // Fails at once when offline: a paused request would be sent when the user no longer expects it (P-85).
    mutations: { networkMode: 'always' },
  },
})
// Clears cached data when the session ends (P-23).
onSessionEnd(() => queryClient.clear())

function isRefusal(error: unknown): boolean {
  return error instanceof Failure && (error.status < 500 || (isBusy(error) && error.retryAfterSeconds !== undefined))
}

/** Cache key of a route's responses; without input, of all of them. */
export function keyOf(route: Route, ...input: unknown[]) {
  return [`${route.method} ${route.path}`, ...input]
}

/** Options of `useQuery` for a route: `useQuery(ask(policies.list, filters))`. The route and its input are the key. */
export function apiQuery<R extends Route>(route: R, input: InputOf<R>) {
  return queryOptions<OutputOf<R>>({
    queryKey: keyOf(route, input),
    queryFn: ({ signal }) => call(route, input, signal),
  })
}

/**
 * Refetches what the screen shows of these routes after a change. A first request in flight was sent before the change,
 * and the library would accept its response as current: it is refetched once it arrives.
 */
export async function invalidate(...routes: readonly Route[]): Promise<void> {
  await Promise.all(routes.map(invalidateRoute))
}

async function invalidateRoute(route: Route): Promise<void> {
  const queryKey = keyOf(route)
  const early = queryClient.getQueryCache().findAll({
    queryKey,
    type: 'active',
    fetchStatus: 'fetching',
    predicate: ({ state }) => state.data === undefined,
  })
  await queryClient.invalidateQueries({ queryKey })
  if (early.length > 0) await queryClient.invalidateQueries({ queryKey, predicate: (query) => early.includes(query) })
}

/** Mutation that afterwards refetches every displayed query of the routes in `refreshes`. */
export function useSend<R extends Route>(route: R, { refreshes = [] }: { refreshes?: readonly Route[] } = {}) {
  return useMutation<OutputOf<R>, Error, InputOf<R>>({
    mutationKey: keyOf(route),
    mutationFn: (input) => call(route, input),
    onSuccess: () => invalidate(...refreshes),
  })
}

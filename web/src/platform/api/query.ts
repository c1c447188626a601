import { Failure } from '@coverdesk/domain/failure.ts'
import type { InputOf, OutputOf, Route } from '@coverdesk/domain/platform/route.ts'
import {
  type MutateOptions,
  QueryClient,
  queryOptions,
  type UseMutationResult,
  useMutation,
} from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import { onSessionEnd } from '../session/session.ts'
import { call } from './call.ts'
import { isBusy } from './with-retries.ts'

/** The query cache. Rejected requests are not retried, `call` has retried those at a busy server; others are, twice. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (times, error) => times < 2 && !isRefusal(error),
      // Fails when offline, and is asked again when online: a paused query looks like one that found nothing.
      networkMode: 'always',
      refetchOnReconnect: true,
    },
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

/** Options of `useQuery` for a route: `useQuery(apiQuery(policies.list, filters))`. The route and its input are the key. */
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

/** Mutation that sends once at a time, and afterwards refetches every displayed query of the routes in `refreshes`. */
export function useSend<R extends Route>(route: R, { refreshes = [] }: { refreshes?: readonly Route[] } = {}) {
  const mutation = useMutation<OutputOf<R>, Error, InputOf<R>>({
    mutationKey: keyOf(route),
    mutationFn: (input) => call(route, input),
    onSuccess: () => invalidate(...refreshes),
  })
  return useOneAtATime(mutation)
}

/**
 * Sends the same input again only after it was answered. The second click of a double click comes before its button is
 * disabled: it does nothing, and its promise never settles.
 */
export function useOneAtATime<Output, Input, Context>(mutation: UseMutationResult<Output, Error, Input, Context>) {
  type Options = MutateOptions<Output, Error, Input, Context>
  const { mutateAsync: send } = mutation
  const sending = useRef<readonly Input[]>([])
  const mutateAsync = useCallback(
    (input: Input, options?: Options): Promise<Output> => {
      if (sending.current.some((other) => isSame(other, input))) return new Promise(() => {})
      sending.current = [...sending.current, input]
      return send(input, options).finally(() => {
        sending.current = sending.current.filter((other) => other !== input)
      })
    },
    [send],
  )
  const mutate = useCallback(
    (input: Input, options?: Options) => void mutateAsync(input, options).catch(() => {}),
    [mutateAsync],
  )
  return { ...mutation, mutate, mutateAsync }
}

/** Whether two inputs are the same; files by identity. */
function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  if (one instanceof Blob || other instanceof Blob) return false
  const [ones, others] = [new Map(Object.entries(one)), new Map(Object.entries(other))]
  return (
    ones.size === others.size && [...ones].every(([key, value]) => others.has(key) && isSame(value, others.get(key)))
  )
}

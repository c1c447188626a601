import type { InputOf, Route } from '@coverdesk/domain/platform/route.ts'
import { partialMatchKey } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { keyOf, queryClient } from './query.ts'

const subscribe = (changed: () => void) => queryClient.getMutationCache().subscribe(changed)

/**
 * When a request of a route with this input was sent, in milliseconds since 1970, while this tab waits for its answer. Known to
 * every screen, also after the one that sent it was left. The library's own hook weighs on every list.
 */
export function useSentAt<R extends Route>(route: R, input: Partial<InputOf<R>>): number | undefined {
  const read = useCallback(() => {
    const sent = queryClient.getMutationCache().find({
      mutationKey: keyOf(route),
      status: 'pending',
      predicate: ({ state }) => partialMatchKey([state.variables], [input]),
    })
    return sent?.state.submittedAt
  }, [route, input])
  return useSyncExternalStore(subscribe, read)
}

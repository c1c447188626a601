import type { InputOf, Route } from '@coverdesk/domain/platform/route.ts'
import { partialMatchKey, useMutationState } from '@tanstack/react-query'
import { keyOf } from './query.ts'

/**
 * When a request of a route with this input was sent, in milliseconds since 1970, while this tab waits for its answer. Known to
 * every screen, also after the one that sent it was left.
 */
export function useSentAt<R extends Route>(route: R, input: Partial<InputOf<R>>): number | undefined {
  const [sentAt] = useMutationState({
    filters: {
      mutationKey: keyOf(route),
      status: 'pending',
      predicate: ({ state }) => partialMatchKey([state.variables], [input]),
    },
    select: ({ state }) => state.submittedAt,
  })
  return sentAt
}

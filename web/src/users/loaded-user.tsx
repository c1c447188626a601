import type { OutputOf } from '@coverdesk/domain/platform/route.ts'
import { users } from '@coverdesk/domain/users/user-contract.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Opening } from '../platform/address/address-dialog.ts'
import { call } from '../platform/api/call.ts'
import { keyOf } from '../platform/api/query.ts'
import { failureMessage } from '../platform/failures/failure-message.ts'
import { SkeletonBar } from '../ui/basics/skeleton-bar.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { FailedState } from '../ui/page/failed-state.tsx'
import type { UserDialog } from './user-address.ts'
import css from './users.module.css'

/** User and visibility rules as of when the dialog opened. */
export interface LoadedUser {
  user: OutputOf<typeof users.one>
  rules: OutputOf<typeof users.visibility>
}

/**
 * User of the dialog; fetched each time it opens and not refetched while typing. `instead` shows the loading, missing
 * or failed state in the specification's words.
 */
export function useLoadedUser({ dialog, id: user, nth }: Opening<UserDialog>): {
  loaded: LoadedUser | undefined
  instead: ReactNode
  /** Refetches for the open dialog. */
  reload(): Promise<LoadedUser | undefined>
} {
  const wanted = dialog !== undefined && dialog !== 'new'
  const id = user ?? 0
  const { data, failureReason, refetch } = useQuery({
    queryKey: keyOf(users.one, { id }, nth),
    queryFn: ({ signal }) => loadUser(id, signal),
    enabled: wanted && user !== undefined,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return {
    loaded: data,
    instead: placeholderFor({ user, data, failureReason, retry: () => void refetch() }),
    reload: async () => (await refetch()).data,
  }
}

async function loadUser(id: number, signal: AbortSignal): Promise<LoadedUser> {
  const [user, rules] = await Promise.all([call(users.one, { id }, signal), call(users.visibility, { id }, signal)])
  return { user, rules }
}

function placeholderFor(query: {
  user: number | undefined
  data: LoadedUser | undefined
  failureReason: Error | null
  retry(): void
}): ReactNode {
  if (query.user === undefined)
    return <EmptyState title="No user selected." why="Close this and select one user in the list." />
  if (query.data) return null
  if (query.failureReason)
    return <FailedState title="User Not Loaded" why={failureMessage(query.failureReason)} retry={query.retry} />
  return (
    <div className={css.skeleton} role="status" aria-label="Loading the user">
      {[44, 72, 60, 80, 52].map((width) => (
        <SkeletonBar key={width} width={`${width}%`} height={18} />
      ))}
    </div>
  )
}

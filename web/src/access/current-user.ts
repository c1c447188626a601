import { access } from '@coverdesk/domain/access/access-contract.ts'
import { mayPass } from '@coverdesk/domain/access/claim-expression.ts'
import type { CurrentUser, Resource } from '@coverdesk/domain/access/rights.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery, invalidate, queryClient } from '../platform/api/query.ts'
import { currentToken, useToken } from '../platform/session/session.ts'

/** Refetched at most once a minute; the server checks permissions on every call anyway (P-19). */
const currentUserQuery = { ...apiQuery(access.currentUser, {}), staleTime: 60_000 }

/**
 * Signed-in user for a route guard: from the cache, which refreshes in the background, or from the server. Null without
 * a session, also if the server just rejected it.
 */
export async function loadCurrentUser(): Promise<CurrentUser | null> {
  if (currentToken() === null) return null
  try {
    return await queryClient.ensureQueryData({ ...currentUserQuery, revalidateIfStale: true })
  } catch (error) {
    if (currentToken() === null) return null
    throw error
  }
}

/** Refetches the signed-in user; the session counts this as activity. */
export function refreshCurrentUser(): void {
  void invalidate(access.currentUser)
}

/** Signed-in user for a component; undefined without a session or before the response. */
export function useCurrentUser(): CurrentUser | undefined {
  const token = useToken()
  const { data } = useQuery({ ...currentUserQuery, enabled: token !== null })
  return token === null ? undefined : data
}

/** Whether the user sees only the records of the own agent in an area: every row would name the same agent. */
export function useSeesOnlyOwn(resource: Resource): boolean {
  return useCurrentUser()?.ownOnly.includes(resource) ?? false
}

/** Whether amounts of commissions are the pay of agents, not what the agency received (decision 141). */
export function useSeesPay(): boolean {
  return useCurrentUser()?.seesPay ?? false
}

/** Whether the signed-in user passes a claim expression such as 'agent view.Policy|admin.Policy'. */
export function useHasAccess(allow: string): boolean {
  const user = useCurrentUser()
  return user !== undefined && mayPass(allow, user)
}

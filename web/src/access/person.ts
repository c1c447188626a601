import { access } from '@coverdesk/domain/access/access-contract.ts'
import { mayPass } from '@coverdesk/domain/access/claim-expression.ts'
import type { CurrentUser } from '@coverdesk/domain/access/rights.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery, invalidate, queryClient } from '../platform/api/query.ts'
import { currentToken, useToken } from '../platform/session/session.ts'

/** Asked anew at most once a minute; the server reads the rights on every call anyway (P-19). */
const person = { ...apiQuery(access.currentUser, {}), staleTime: 60_000 }

/**
 * Who is signed in, for a route guard: from the cache, which refreshes itself behind it, or else from the server.
 * Null without a session, also when the server just said that there is none.
 */
export async function loadPerson(): Promise<CurrentUser | null> {
  if (currentToken() === null) return null
  try {
    return await queryClient.ensureQueryData({ ...person, revalidateIfStale: true })
  } catch (error) {
    if (currentToken() === null) return null
    throw error
  }
}

/** Asks anew who is signed in; the session counts this as activity. */
export function refreshPerson(): void {
  void invalidate(access.currentUser)
}

/** Who is signed in, for a component; undefined without a session or before the server has answered. */
export function usePerson(): CurrentUser | undefined {
  const token = useToken()
  const { data } = useQuery({ ...person, enabled: token !== null })
  return token === null ? undefined : data
}

/** Whether the person signed in passes a claim expression such as 'agent view.Policy|admin.Policy'. */
export function useMayPass(allow: string): boolean {
  const who = usePerson()
  return who !== undefined && mayPass(allow, who)
}

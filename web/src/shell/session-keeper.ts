import { paths } from '../platform/paths.ts'
import { queryClient } from '../platform/query.ts'
import { followOtherTabs, onSessionEnd, type SessionEnd } from '../platform/session.ts'
import { toasts } from '../platform/toasts.tsx'
import type { PortalRouter } from '../routes.tsx'

/** What a person reads when a session is over (AUTH-17, AUTH-18, AUTH-20). */
export const farewells: Record<SessionEnd, string> = {
  logout: "You've been logged out.",
  expired: 'Your session has expired.',
  inactive: 'Logged out due to inactivity.',
}

/** For the life of the page: what happens when the session ends, and what when another tab ends it or signs in. */
export function keepSession(router: PortalRouter): void {
  followOtherTabs(() => location.assign(paths.portal))
  onSessionEnd((reason) => {
    queryClient.clear()
    if (reason === 'logout') toasts.info(farewells.logout)
    else toasts.warning(farewells[reason])
    void router.navigate({ to: paths.login, replace: true })
  })
}

import { paths } from '../platform/address/paths.ts'
import { watchDrafts } from '../platform/session/draft.ts'
import { followOtherTabs, onSessionEnd, type SessionEnd } from '../platform/session/session.ts'
import { clearToasts } from '../platform/toasts/toast-list.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import type { PortalRouter } from './make-router.tsx'

/** Message when a session ends (AUTH-17, AUTH-18, AUTH-20). */
export const sessionEndMessages: Record<SessionEnd, string> = {
  logout: "You've been logged out.",
  expired: 'Your session has expired.',
  inactive: 'Logged out due to inactivity.',
}

/** Pages that redirect signed-in users. */
const signedOutPages: readonly string[] = [paths.login, paths.forgot, paths.secondFactor, paths.register]

/** Runs for the life of the page: reacts to the end of the session, and to other tabs that end it or sign in. */
export function keepSession(router: PortalRouter): void {
  followOtherTabs({
    signedIn() {
      const here = router.state.location.pathname.replace(/\/$/, '')
      if (signedOutPages.includes(here)) void router.navigate({ to: paths.portal, replace: true })
    },
    reload: () => location.assign(paths.portal),
  })
  watchDrafts((title) => toasts.info(`Reopen "${title}" to restore your unsaved changes`))
  onSessionEnd((reason, sentence) => {
    // Toasts may contain names (P-23).
    clearToasts()
    // The login page shows a sentence, which stays until the next login.
    if (sentence === null) {
      const show = reason === 'logout' ? toasts.info : toasts.warning
      show(sessionEndMessages[reason])
    }
    void router.navigate({ to: paths.login, replace: true })
  })
}

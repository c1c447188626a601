import type { MessageLanguage } from '@coverdesk/domain/messages/message-kinds.ts'
import { paths } from '../platform/address/paths.ts'
import { sharedLanguage } from '../platform/page/reader-language.ts'
import { type DraftPlace, watchDrafts } from '../platform/session/draft.ts'
import { rememberLeftPages, takeReturnPage } from '../platform/session/return-page.ts'
import { currentToken, followOtherTabs, onSessionEnd, type SessionEnd, userIdOf } from '../platform/session/session.ts'
import { clearToasts } from '../platform/toasts/toast-list.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import type { PortalRouter } from './make-router.tsx'

/** Message when a session ends (AUTH-17, AUTH-18, AUTH-20). */
export const sessionEndMessages: Record<MessageLanguage, Record<SessionEnd, string>> = {
  en: {
    logout: "You've been logged out.",
    expired: 'Your session has expired.',
    inactive: 'Logged out due to inactivity.',
  },
  es: {
    logout: 'Cerró su sesión.',
    expired: 'Su sesión terminó.',
    inactive: 'Su sesión se cerró por inactividad.',
  },
}

/** Pages that redirect signed-in users. */
const signedOutPages: readonly string[] = [paths.login, paths.forgot, paths.secondFactor, paths.register]

/** Time for the page that a login returns to, to open the form of a draft by itself. */
const reopenMs = 2_000

/** Says how to restore what was typed in a form, or that the form has gone with the right to its screen. */
function tellOfDraft(title: string, place: DraftPlace): void {
  if (place === 'waiting') toasts.info(`Reopen "${title}" to restore your unsaved changes`)
  if (place === 'closed') toasts.warning(`"${title}" is no longer open to you. Your changes weren't saved.`)
}

/** Runs for the life of the page: reacts to the end of the session, and to other tabs that end it or sign in. */
export function keepSession(router: PortalRouter): void {
  followOtherTabs({
    signedIn() {
      const here = router.state.location.pathname.replace(/\/$/, '')
      const page = takeReturnPage(userIdOf(currentToken() ?? '')) ?? paths.portal
      if (signedOutPages.includes(here)) void router.navigate({ href: page, replace: true })
    },
    reload: () => location.assign(paths.portal),
  })
  watchDrafts((title, place) => setTimeout(() => tellOfDraft(title, place()), reopenMs))
  // Before the listener that leaves the page.
  rememberLeftPages(() => router.state.location.pathname + router.state.location.searchStr)
  onSessionEnd((reason, sentence) => {
    // Toasts may contain names (P-23).
    clearToasts()
    // The login page shows a sentence, which stays until the next login.
    if (sentence === null) {
      const show = reason === 'logout' ? toasts.info : toasts.warning
      show(sessionEndMessages[sharedLanguage()][reason])
    }
    void router.navigate({ to: paths.login, replace: true })
  })
}

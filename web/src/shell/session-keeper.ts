import { shell } from '@coverdesk/domain/shell/shell-contract.ts'
import { farewells, logout } from '../access/logout.ts'
import { refreshPerson } from '../access/person.ts'
import { paths } from '../platform/paths.ts'
import { ask, queryClient } from '../platform/query.ts'
import { currentToken, followOtherTabs, onSessionEnd } from '../platform/session.ts'
import { watchSession } from '../platform/session-watch.ts'
import { toasts } from '../platform/toasts.tsx'
import type { PortalRouter } from './routes.tsx'

/** Keeps watch over the session for the life of the page: its clocks, the other tabs, and what happens when it ends. */
export function keepSession(router: PortalRouter): void {
  followOtherTabs(() => location.assign(paths.portal))
  onSessionEnd((reason) => {
    queryClient.clear()
    if (reason === 'logout') toasts.info(farewells.logout)
    else toasts.warning(farewells[reason])
    void router.navigate({ to: paths.login, replace: true })
  })
  void startClocks()
}

/** The time without activity is the installation's (AUTH-20, AUTH-21); it is asked for anew until the server answers. */
async function startClocks(): Promise<void> {
  const configuration = { ...ask(shell.configuration, {}), staleTime: Number.POSITIVE_INFINITY, retry: true }
  const { inactivitySeconds } = await queryClient.fetchQuery(configuration)
  watchSession({
    inactivitySeconds,
    onInactive: () => void logout('inactive'),
    onActive: () => {
      if (currentToken() !== null) refreshPerson()
    },
  })
}

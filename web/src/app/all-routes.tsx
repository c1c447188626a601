import { mayPass } from '@coverdesk/domain/access/claim-expression.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { type AnyRoute, createRoute, lazyRouteComponent, Outlet, redirect } from '@tanstack/react-router'
import { loadCurrentUser } from '../access/current-user.ts'
import { gateOf, isConsumer, passes } from '../access/portal-gate.ts'
import type { Page, PublicPage, Screen } from '../feature.ts'
import { commands, consumerPages, publicPages, screens } from '../features.ts'
import { NavigationContext } from '../navigation/navigation.ts'
import { paths } from '../platform/address/paths.ts'
import { queryClient } from '../platform/api/query.ts'
import { closeDrafts } from '../platform/session/draft.ts'
import { isReturnTo } from '../platform/session/return-page.ts'
import { makeRoot, onlySignedOut, signInPages, start } from './sign-in-routes.tsx'

const root = makeRoot()
const navigation = { screens, commands }

/** Layout route of every page that may call the server. */
const apiRoutes = createRoute({
  getParentRoute: () => root,
  id: 'asking',
  component: () => (
    <QueryClientProvider client={queryClient}>
      <NavigationContext value={navigation}>
        <Outlet />
      </NavigationContext>
    </QueryClientProvider>
  ),
})

const framed = createRoute({
  getParentRoute: () => apiRoutes,
  id: 'open',
  component: lazyRouteComponent(() => import('./frames/public-frame.tsx'), 'PublicFrame'),
})

const publicRoute = ({ path, title, opens, framed: hasFrame = true, signedOutOnly, loadsUser, allow }: PublicPage) =>
  createRoute({
    getParentRoute: (): AnyRoute => (hasFrame ? framed : apiRoutes),
    path,
    staticData: { title },
    beforeLoad: async () => {
      if (signedOutOnly) onlySignedOut()
      if (loadsUser) await loadCurrentUser().catch(() => null)
      if (allow === undefined) return
      const user = await loadCurrentUser()
      if (!user) throw redirect({ to: paths.login, replace: true })
      if (user.enrolling || !mayPass(allow, user)) throw redirect({ to: paths.portal, replace: true })
    },
    component: opens,
  })

const consumer = createRoute({
  getParentRoute: () => apiRoutes,
  path: 'consumer',
  beforeLoad: async () => {
    const user = await loadCurrentUser()
    if (!user || !mayPass('consumer|customer', user)) throw redirect({ to: paths.login, replace: true })
    if (user.enrolling) throw redirect({ to: paths.portal, replace: true })
  },
  component: lazyRouteComponent(() => import('./frames/consumer-frame.tsx'), 'ConsumerFrame'),
})
const consumerRoute = ({ path, title, opens }: Page) =>
  createRoute({ getParentRoute: () => consumer, path, staticData: { title }, component: opens })

/** Everything below /portal needs a session; permissions are the server's at this moment, not the token's. */
const portal = createRoute({
  getParentRoute: () => apiRoutes,
  path: 'portal',
  beforeLoad: async () => {
    const user = await loadCurrentUser()
    if (!user) throw redirect({ to: paths.login, replace: true })
    return { user: user, gate: gateOf(user) }
  },
  component: lazyRouteComponent(() => import('./frames/portal-frame.tsx'), 'PortalFrame'),
})

const portalIndex = createRoute({
  getParentRoute: () => portal,
  path: '/',
  beforeLoad: ({ context: { user, gate } }) => {
    if (gate === 'not-agent' && isConsumer(user)) throw redirect({ to: paths.consumer, replace: true })
    if (gate !== 'open') return
    throw redirect({ to: mayPass('customer', user) ? paths.dashboard : paths.customer, replace: true })
  },
})

function screenRoute(screen: Screen) {
  const { path, title, titleFor, allow, opens, guide } = screen
  return createRoute({
    getParentRoute: () => portal,
    path,
    staticData: guide ? { title, guide } : { title },
    beforeLoad: ({ context: { user, gate }, location }) => {
      const isReturn = isReturnTo(location.href)
      // While the gate is closed the frame shows its own screen instead of any other.
      if (gate !== 'open') return {}
      if (!passes(allow, user) && isReturn) {
        closeDrafts()
        throw redirect({ to: paths.portal, replace: true })
      }
      if (!passes(allow, user))
        throw redirect({ to: paths.error, search: { error: 'insufficient_permissions' }, replace: true })
      if (typeof opens === 'string') throw redirect({ to: opens, replace: true })
      return { title: titleFor?.(user) }
    },
    ...(typeof opens === 'string' ? {} : { component: opens }),
  })
}

/** The URL that the documentation names. */
const outbox = createRoute({
  getParentRoute: () => root,
  path: 'outbox',
  beforeLoad: () => {
    throw redirect({ to: paths.outbox, search: true, replace: true })
  },
})

const elsewhere = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: paths.notFound, replace: true })
  },
})

/** Every URL of the app, including sign-in. */
export const allRoutes: AnyRoute = root.addChildren([
  start(root),
  ...signInPages(root),
  apiRoutes.addChildren([
    ...publicPages.filter((page) => page.framed === false).map(publicRoute),
    framed.addChildren(publicPages.filter((page) => page.framed !== false).map(publicRoute)),
    consumer.addChildren(consumerPages.map(consumerRoute)),
    portal.addChildren([portalIndex, ...screens.map(screenRoute)]),
  ]),
  outbox,
  elsewhere,
])

import { mayPass } from '@coverdesk/domain/access/claim-expression.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { type AnyRoute, createRoute, lazyRouteComponent, Outlet, redirect } from '@tanstack/react-router'
import { loadCurrentUser } from '../access/current-user.ts'
import { gateOf, isConsumer, passes } from '../access/portal-gate.ts'
import { paths } from '../platform/address/paths.ts'
import { queryClient } from '../platform/api/query.ts'
import { type Screen, screens } from './screens.ts'
import { makeRoot, onlySignedOut, signInPages, start } from './sign-in-routes.tsx'

const root = makeRoot()

/** Layout route of every page that may call the server. */
const apiRoutes = createRoute({
  getParentRoute: () => root,
  id: 'asking',
  component: () => (
    <QueryClientProvider client={queryClient}>
      <Outlet />
    </QueryClientProvider>
  ),
})

const lazy = {
  open: lazyRouteComponent(() => import('./frames/public-frame.tsx'), 'PublicFrame'),
  register: lazyRouteComponent(() => import('../access/register-page.tsx'), 'RegisterPage'),
  setup: lazyRouteComponent(() => import('../setup/setup-page.tsx'), 'SetupPage'),
  confirm: lazyRouteComponent(() => import('../access/confirm-page.tsx'), 'ConfirmPage'),
  reset: lazyRouteComponent(() => import('../access/reset-page.tsx'), 'ResetPage'),
  portal: lazyRouteComponent(() => import('./frames/portal-frame.tsx'), 'PortalFrame'),
  consumer: lazyRouteComponent(() => import('./frames/consumer-frame.tsx'), 'ConsumerFrame'),
  consumerHome: lazyRouteComponent(() => import('../standing-pages/consumer-home-page.tsx'), 'ConsumerHomePage'),
  application: lazyRouteComponent(() => import('../marketplace/one-application-page.tsx'), 'OneApplicationPage'),
  enrollment: lazyRouteComponent(() => import('../enrollment/enrollment-page.tsx'), 'EnrollmentPage'),
  groupPlans: lazyRouteComponent(() => import('../plans/group-plans-page.tsx'), 'GroupPlansPage'),
  groupPlan: lazyRouteComponent(() => import('../plans/group-plans-page.tsx'), 'GroupPlanPage'),
  sandbox: lazyRouteComponent(() => import('../sandbox/sandbox-page.tsx'), 'SandboxPage'),
  notImplemented: lazyRouteComponent(() => import('../standing-pages/not-implemented-page.tsx'), 'NotImplementedPage'),
  privacy: lazyRouteComponent(() => import('../standing-pages/privacy-page.tsx'), 'PrivacyPage'),
  notFound: lazyRouteComponent(() => import('../standing-pages/not-found-page.tsx'), 'NotFoundPage'),
  stopEmails: lazyRouteComponent(() => import('../marketing/stop-emails-page.tsx'), 'StopEmailsPage'),
  sign: lazyRouteComponent(() => import('../applications/sign-page.tsx'), 'SignPage'),
  publicPlans: lazyRouteComponent(() => import('../plans/public/public-plans-page.tsx'), 'PublicPlansPage'),
  publicPlan: lazyRouteComponent(() => import('../plans/public/public-plan-page.tsx'), 'PublicPlanPage'),
  applicationPlans: lazyRouteComponent(() => import('../plans/application-plans-page.tsx'), 'ApplicationPlansPage'),
  applicationPlan: lazyRouteComponent(() => import('../plans/application-plans-page.tsx'), 'ApplicationPlanPage'),
  marketplaceReturn: lazyRouteComponent(
    () => import('../handoffs/marketplace-return-page.tsx'),
    'MarketplaceReturnPage',
  ),
}

/** The two pages before sign-in that load the password rule. */
const register = createRoute({
  getParentRoute: () => apiRoutes,
  path: 'login/register',
  staticData: { title: 'Create an account' },
  beforeLoad: onlySignedOut,
  component: lazy.register,
})

/** Link of a registration email; also for signed-in users, as an email may be opened anywhere. */
const confirm = createRoute({
  getParentRoute: () => apiRoutes,
  path: 'login/confirm/$code',
  staticData: { title: 'Confirm your email' },
  component: lazy.confirm,
})

/** Also for signed-in users: the link of an email is opened in any browser. */
const reset = createRoute({
  getParentRoute: () => apiRoutes,
  path: 'login/reset/$code',
  staticData: { title: 'Reset Password' },
  component: lazy.reset,
})

/** Creates the first administrator of an installation without users; the link's code is after the #. */
const setup = createRoute({
  getParentRoute: () => apiRoutes,
  path: 'setup',
  staticData: { title: 'Set up Coverdesk' },
  component: lazy.setup,
})

const open = createRoute({ getParentRoute: () => apiRoutes, id: 'open', component: lazy.open })
const openPages = [
  { path: 'privacy', title: 'Privacy Notice', component: lazy.privacy },
  { path: 'not-found', title: 'Page not found', component: lazy.notFound },
  { path: 'sign', title: 'Consent', component: lazy.sign },
  { path: 'stop-emails', title: 'Unsubscribe', component: lazy.stopEmails },
  { path: 'self-enroll', title: 'Plans', component: lazy.publicPlans },
  { path: 'self-enroll/plans_get/$planId', title: 'Plan', component: lazy.publicPlan },
].map(({ path, title, component }) =>
  createRoute({ getParentRoute: () => open, path, staticData: { title }, component }),
)

/** The next page depends on the signed-in user, if any, who is loaded before rendering. */
const marketplaceReturns = ['mk/return', 'mk/return/$type'].map((path) =>
  createRoute({
    getParentRoute: () => open,
    path,
    staticData: { title: 'Marketplace' },
    beforeLoad: () => loadCurrentUser().catch(() => null),
    component: lazy.marketplaceReturn,
  }),
)

/** The built-in sandbox exchange, an external party with its own frame. */
const sandbox = createRoute({
  getParentRoute: () => apiRoutes,
  path: 'exchange',
  staticData: { title: 'Sandbox exchange' },
  component: lazy.sandbox,
})

const consumer = createRoute({
  getParentRoute: () => apiRoutes,
  path: 'consumer',
  beforeLoad: async () => {
    const user = await loadCurrentUser()
    if (!user || !mayPass('consumer|customer', user)) throw redirect({ to: paths.login, replace: true })
    if (user.enrolling) throw redirect({ to: paths.portal, replace: true })
  },
  component: lazy.consumer,
})
const consumerPages = [
  { path: '/', title: 'Home', component: lazy.consumerHome },
  { path: 'return/$type', title: 'Marketplace', component: lazy.marketplaceReturn },
  { path: 'applications/$appId/plans', title: 'Plans', component: lazy.applicationPlans },
  { path: 'applications/$appId/plans/$planId', title: 'Plan', component: lazy.applicationPlan },
  { path: 'applications/$appId', title: 'Application', component: lazy.application },
  { path: 'applications/$appId/enrollment', title: 'Enrollment', component: lazy.enrollment },
  { path: 'applications/$appId/enrollment/$groupId/plans', title: 'Plans', component: lazy.groupPlans },
  { path: 'applications/$appId/enrollment/$groupId/plans/$planId', title: 'Plan', component: lazy.groupPlan },
  { path: '$', title: 'Not Implemented', component: lazy.notImplemented },
].map(({ path, title, component }) =>
  createRoute({ getParentRoute: () => consumer, path, staticData: { title }, component }),
)

/** Everything below /portal needs a session; permissions are the server's at this moment, not the token's. */
const portal = createRoute({
  getParentRoute: () => apiRoutes,
  path: 'portal',
  beforeLoad: async () => {
    const user = await loadCurrentUser()
    if (!user) throw redirect({ to: paths.login, replace: true })
    return { user: user, gate: gateOf(user) }
  },
  component: lazy.portal,
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

function routeOf(screen: Screen) {
  const { path, title, titleFor, allow, opens } = screen
  return createRoute({
    getParentRoute: () => portal,
    path,
    staticData: { title },
    beforeLoad: ({ context: { user, gate } }) => {
      // While the gate is closed the frame shows its own screen instead of any other.
      if (gate !== 'open') return {}
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
    register,
    confirm,
    reset,
    setup,
    open.addChildren([...openPages, ...marketplaceReturns]),
    sandbox,
    consumer.addChildren(consumerPages),
    portal.addChildren([portalIndex, ...screens.map(routeOf)]),
  ]),
  outbox,
  elsewhere,
])

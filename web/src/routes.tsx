import { mayPass } from '@coverdesk/domain/access/claim-expression.ts'
import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { parseQuery, writeQuery } from './platform/address-query.ts'
import { paths } from './platform/paths.ts'
import { currentToken } from './platform/session.ts'
import { type Screen, screens } from './screens.ts'
import { FailedScreen } from './shell/failed-screen.tsx'
import { gateOf, isConsumer, passes } from './shell/portal-gate.ts'
import { RootFrame } from './shell/root-frame.tsx'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The screen's name in the window's title. */
    title?: string
  }
}

/** Sign-in comes without the contracts, whose library is a sixth of what it would load; a guard fetches them. */
async function personSignedIn() {
  if (currentToken() === null) return null
  const { loadPerson } = await import('./access/person.ts')
  return await loadPerson()
}

const root = createRootRoute({ component: RootFrame })
const lazy = {
  open: lazyRouteComponent(() => import('./shell/public-frame.tsx'), 'PublicFrame'),
  login: lazyRouteComponent(() => import('./access/login-page.tsx'), 'LoginPage'),
  forgot: lazyRouteComponent(() => import('./access/forgot-page.tsx'), 'ForgotPage'),
  register: lazyRouteComponent(() => import('./access/register-page.tsx'), 'RegisterPage'),
  reset: lazyRouteComponent(() => import('./access/reset-page.tsx'), 'ResetPage'),
  secondFactor: lazyRouteComponent(() => import('./second-factor/second-factor-page.tsx'), 'SecondFactorPage'),
  portal: lazyRouteComponent(() => import('./shell/portal-frame.tsx'), 'PortalFrame'),
  consumer: lazyRouteComponent(() => import('./shell/consumer-frame.tsx'), 'ConsumerFrame'),
  consumerHome: lazyRouteComponent(() => import('./shell/consumer-home-page.tsx'), 'ConsumerHomePage'),
  notImplemented: lazyRouteComponent(() => import('./shell/not-implemented-page.tsx'), 'NotImplementedPage'),
  privacy: lazyRouteComponent(() => import('./shell/privacy-page.tsx'), 'PrivacyPage'),
  notFound: lazyRouteComponent(() => import('./shell/not-found-page.tsx'), 'NotFoundPage'),
  sign: lazyRouteComponent(() => import('./applications/sign-page.tsx'), 'SignPage'),
  publicPlans: lazyRouteComponent(() => import('./plans/public-plans-page.tsx'), 'PublicPlansPage'),
  publicPlan: lazyRouteComponent(() => import('./plans/public-plan-page.tsx'), 'PublicPlanPage'),
  applicationPlans: lazyRouteComponent(() => import('./plans/application-plans-page.tsx'), 'ApplicationPlansPage'),
  applicationPlan: lazyRouteComponent(() => import('./plans/application-plans-page.tsx'), 'ApplicationPlanPage'),
  marketplaceReturn: lazyRouteComponent(() => import('./shell/marketplace-return-page.tsx'), 'MarketplaceReturnPage'),
}

const start = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: paths.portal, replace: true })
  },
})

/** Somebody who is signed in has nothing to do there and goes on to the portal (AUTH-05, A-025). */
const loginPages = [
  { path: 'login', title: 'Login', component: lazy.login },
  { path: 'login/2fa', title: 'Second step', component: lazy.secondFactor },
  { path: 'login/forgot', title: 'Forgot Password', component: lazy.forgot },
  { path: 'login/register', title: 'Create an account', component: lazy.register },
].map(({ path, title, component }) =>
  createRoute({
    getParentRoute: () => root,
    path,
    staticData: { title },
    beforeLoad: () => {
      if (currentToken() !== null) throw redirect({ to: paths.portal, replace: true })
    },
    component,
  }),
)

/** Also for somebody who is signed in: the link of a mail is opened wherever it is. */
const reset = createRoute({
  getParentRoute: () => root,
  path: 'login/reset/$code',
  staticData: { title: 'Reset Password' },
  component: lazy.reset,
})

const open = createRoute({ getParentRoute: () => root, id: 'open', component: lazy.open })
const openPages = [
  { path: 'privacy', title: 'Privacy Notice', component: lazy.privacy },
  { path: 'not-found', title: 'Page not found', component: lazy.notFound },
  { path: 'sign', title: 'Consent', component: lazy.sign },
  { path: 'mk/return', title: 'Marketplace', component: lazy.marketplaceReturn },
  { path: 'self-enroll', title: 'Plans', component: lazy.publicPlans },
  { path: 'self-enroll/plans_get/$planId', title: 'Plan', component: lazy.publicPlan },
  { path: 'mk/return/$type', title: 'Marketplace', component: lazy.marketplaceReturn },
].map(({ path, title, component }) =>
  createRoute({ getParentRoute: () => open, path, staticData: { title }, component }),
)

const consumer = createRoute({
  getParentRoute: () => root,
  path: 'consumer',
  beforeLoad: async () => {
    const person = await personSignedIn()
    if (!person || !mayPass('consumer|customer', person)) throw redirect({ to: paths.login, replace: true })
    if (person.enrolling) throw redirect({ to: paths.portal, replace: true })
  },
  component: lazy.consumer,
})
const consumerPages = [
  { path: '/', title: 'Home', component: lazy.consumerHome },
  { path: 'return/$type', title: 'Marketplace', component: lazy.marketplaceReturn },
  { path: 'applications/$appId/plans', title: 'Plans', component: lazy.applicationPlans },
  { path: 'applications/$appId/plans/$planId', title: 'Plan', component: lazy.applicationPlan },
  { path: '$', title: 'Not Implemented', component: lazy.notImplemented },
].map(({ path, title, component }) =>
  createRoute({ getParentRoute: () => consumer, path, staticData: { title }, component }),
)

/** Everything below /portal needs a session; rights are those of the server at this moment, not of the token. */
const portal = createRoute({
  getParentRoute: () => root,
  path: 'portal',
  beforeLoad: async () => {
    const person = await personSignedIn()
    if (!person) throw redirect({ to: paths.login, replace: true })
    return { person, gate: gateOf(person) }
  },
  component: lazy.portal,
})

const portalIndex = createRoute({
  getParentRoute: () => portal,
  path: '/',
  beforeLoad: ({ context: { person, gate } }) => {
    if (gate === 'not-agent' && isConsumer(person)) throw redirect({ to: paths.consumer, replace: true })
    if (gate !== 'open') return
    throw redirect({ to: mayPass('customer', person) ? paths.dashboard : paths.customer, replace: true })
  },
})

function routeOf(screen: Screen) {
  const { path, title, allow, opens } = screen
  return createRoute({
    getParentRoute: () => portal,
    path,
    staticData: { title },
    beforeLoad: ({ context: { person, gate } }) => {
      // The frame shows its own screen in place of every other when the gate is closed.
      if (gate !== 'open') return
      if (!passes(allow, person))
        throw redirect({ to: paths.error, search: { error: 'insufficient_permissions' }, replace: true })
      if (typeof opens === 'string') throw redirect({ to: opens, replace: true })
    },
    ...(typeof opens === 'string' ? {} : { component: opens }),
  })
}

/** The address that the documentation names. */
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

const routeTree = root.addChildren([
  start,
  ...loginPages,
  reset,
  open.addChildren(openPages),
  consumer.addChildren(consumerPages),
  portal.addChildren([portalIndex, ...screens.map(routeOf)]),
  outbox,
  elsewhere,
])

/** The router over all addresses of the page; one for the life of the page. */
export function makeRouter() {
  return createRouter({
    routeTree,
    parseSearch: parseQuery,
    stringifySearch: writeQuery,
    trailingSlash: 'preserve',
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultErrorComponent: FailedScreen,
    scrollRestoration: false,
  })
}
export type PortalRouter = ReturnType<typeof makeRouter>

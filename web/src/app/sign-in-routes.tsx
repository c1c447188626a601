import { createRootRoute, createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { paths } from '../platform/address/paths.ts'
import { currentToken } from '../platform/session/session.ts'
import { RootFrame } from './frames/root-frame.tsx'

/** Root of a route table; each table needs its own, because a route belongs to one tree. */
export const makeRoot = () => createRootRoute({ component: RootFrame })
type Root = ReturnType<typeof makeRoot>

/** Redirects signed-in users to the portal (AUTH-05, A-025). */
export function onlySignedOut(): void {
  if (currentToken() !== null) throw redirect({ to: paths.portal, replace: true })
}

/** The root URL of the installation. */
export const start = (root: Root) =>
  createRoute({
    getParentRoute: () => root,
    path: '/',
    beforeLoad: () => {
      throw redirect({ to: paths.portal, replace: true })
    },
  })

const pages = [
  {
    path: 'login',
    title: 'Login',
    component: lazyRouteComponent(() => import('../access/login-page.tsx'), 'LoginPage'),
  },
  {
    path: 'login/2fa',
    title: 'Second step',
    component: lazyRouteComponent(() => import('../second-factor/second-factor-page.tsx'), 'SecondFactorPage'),
  },
  {
    path: 'login/forgot',
    title: 'Forgot Password',
    component: lazyRouteComponent(() => import('../access/forgot-page.tsx'), 'ForgotPage'),
  },
]

/** Routes of the initial load: the sign-in URLs whose screens request nothing that needs a session. */
export const signInPages = (root: Root) =>
  pages.map(({ path, title, component }) =>
    createRoute({ getParentRoute: () => root, path, staticData: { title }, beforeLoad: onlySignedOut, component }),
  )

import { type AnyRoute, createRoute, createRouter, redirect } from '@tanstack/react-router'
import { parseQuery, writeQuery } from '../platform/address/address-query.ts'
import { FailedScreen } from '../standing-pages/failed-screen.tsx'
import { makeRoot, signInPages } from './sign-in-routes.tsx'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The screen's name in the window's title. */
    title?: string
  }
}

/**
 * The router over all addresses of the page; one for the life of the page. It begins with those of sign-in; the first
 * other address fetches the table of all (all-routes.tsx), which then stands in place of the first one. So sign-in
 * weighs the same however many screens there are.
 */
export function makeRouter() {
  const root = makeRoot()
  const anyOther = createRoute({
    getParentRoute: () => root,
    path: '$',
    beforeLoad: async ({ location }) => {
      const { allRoutes } = await import('./all-routes.tsx')
      router.update({ ...router.options, routeTree: allRoutes })
      throw redirect({ href: location.href, replace: true })
    },
  })
  const firstRoutes: AnyRoute = root.addChildren([...signInPages(root), anyOther])
  const router = createRouter({
    routeTree: firstRoutes,
    parseSearch: parseQuery,
    stringifySearch: writeQuery,
    trailingSlash: 'preserve',
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultErrorComponent: FailedScreen,
    scrollRestoration: false,
  })
  return router
}
export type PortalRouter = ReturnType<typeof makeRouter>

import { type AnyRoute, createRoute, createRouter, redirect } from '@tanstack/react-router'
import type { GuidePageName } from '../guide/guide-pages.ts'
import { parseQuery, writeQuery } from '../platform/address/address-query.ts'
import { FailedScreen } from '../standing-pages/failed-screen.tsx'
import { makeRoot, signInPages } from './sign-in-routes.tsx'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Title of the screen in the document title. */
    title?: string
    /** Page of the user guide that belongs to the screen. */
    guide?: GuidePageName
  }
}

/**
 * Router over all URLs, one for the life of the page. It starts with those of sign-in; the first other URL loads the
 * full table (all-routes.tsx), which replaces the first one. So the weight of sign-in does not depend on the number of
 * screens.
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

import { mayPass, signedIn } from '@coverdesk/domain/access/claim-expression.ts'
import { sectionRules } from '@coverdesk/domain/access/portal-rules.ts'
import { lazyRouteComponent } from '@tanstack/react-router'
import { portalUsers } from '../access/portal-gate.ts'
import type { Feature } from '../feature.ts'
import { paths } from '../platform/address/paths.ts'

const greeting = lazyRouteComponent(() => import('./greeting-page.tsx'), 'GreetingPage')
const notImplemented = lazyRouteComponent(() => import('./not-implemented-page.tsx'), 'NotImplementedPage')

export const standingPageFeature: Feature = {
  screens: [
    {
      path: 'dashboard',
      synonyms: ['charts', 'sales'],
      title: 'Dashboard',
      // Customers start here too, with a greeting.
      allow: portalUsers,
      titleFor: (user) => (mayPass(sectionRules.Dashboard.allow, user) ? 'Dashboard' : 'Welcome'),
      opens: lazyRouteComponent(() => import('./start-page.tsx'), 'StartPage'),
      menu: { section: 'Dashboard' },
    },
    { path: 'customer', title: 'Welcome', allow: portalUsers, opens: greeting, offered: false },
    {
      path: 'application',
      title: 'Application',
      allow: sectionRules.Application.allow,
      opens: lazyRouteComponent(() => import('./application-page.tsx'), 'ApplicationPage'),
      menu: { section: 'Application' },
    },
    { path: 'manage/$', title: 'Administration', allow: sectionRules.Administration.allow, opens: notImplemented },
    {
      path: 'error',
      title: 'Error',
      allow: signedIn,
      offered: false,
      opens: lazyRouteComponent(() => import('./error-page.tsx'), 'ErrorPage'),
    },
    { path: '$', title: 'Not Implemented', allow: signedIn, opens: notImplemented },
  ],
  commands: [
    {
      label: 'Home',
      group: 'Go to',
      allow: portalUsers,
      address: paths.portal,
      synonyms: ['my day'],
    },
  ],
  publicPages: [
    {
      path: 'privacy',
      title: 'Privacy Notice',
      opens: lazyRouteComponent(() => import('./privacy-page.tsx'), 'PrivacyPage'),
    },
    {
      path: 'not-found',
      title: 'Page not found',
      opens: lazyRouteComponent(() => import('./not-found-page.tsx'), 'NotFoundPage'),
    },
  ],
  consumerPages: [{ path: '$', title: 'Not Implemented', opens: notImplemented }],
}

import { barRules } from '@coverdesk/domain/access/portal-rules.ts'
import { lazyRouteComponent } from '@tanstack/react-router'
import { portalUsers } from '../access/portal-gate.ts'
import type { Feature } from '../feature.ts'

const marketplaceReturn = lazyRouteComponent(() => import('./marketplace-return-page.tsx'), 'MarketplaceReturnPage')

export const handoffFeature: Feature = {
  screens: [
    {
      path: 'mk/redirect',
      title: 'Marketplace',
      allow: barRules.marketplace,
      opens: lazyRouteComponent(() => import('./redirect-page.tsx'), 'MarketplaceRedirectPage'),
      offered: false,
    },
    {
      path: 'ede/redirect',
      title: 'EDE',
      allow: barRules.ede,
      opens: lazyRouteComponent(() => import('./redirect-page.tsx'), 'EdeRedirectPage'),
      offered: false,
    },
    { path: 'mk/return', title: 'Marketplace', allow: portalUsers, opens: marketplaceReturn, offered: false },
    { path: 'mk/return/$type', title: 'Marketplace', allow: portalUsers, opens: marketplaceReturn },
  ],
  // The next page depends on the signed-in user, if any, who is loaded before rendering.
  publicPages: ['mk/return', 'mk/return/$type'].map((path) => ({
    path,
    title: 'Marketplace',
    opens: marketplaceReturn,
    loadsUser: true,
  })),
  consumerPages: [
    { path: 'return/$type', title: 'Marketplace', opens: marketplaceReturn },
    {
      path: 'mk/redirect',
      title: 'Marketplace',
      opens: lazyRouteComponent(() => import('./redirect-page.tsx'), 'MarketplaceRedirectPage'),
    },
  ],
}

import { lazyRouteComponent } from '@tanstack/react-router'
import { portalUsers } from '../access/portal-gate.ts'
import type { Feature } from '../feature.ts'

export const guideFeature: Feature = {
  screens: [
    {
      path: 'guide',
      title: 'Guide',
      allow: portalUsers,
      opens: lazyRouteComponent(() => import('./guide-index-page.tsx'), 'GuideIndexPage'),
      synonyms: ['help'],
    },
    {
      path: 'guide/$page',
      title: 'Guide',
      allow: portalUsers,
      opens: lazyRouteComponent(() => import('./guide-page.tsx'), 'GuidePage'),
    },
  ],
}

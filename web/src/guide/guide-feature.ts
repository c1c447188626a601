import { lazyRouteComponent } from '@tanstack/react-router'
import { portalUsers } from '../access/portal-gate.ts'
import type { Feature } from '../feature.ts'
import { paths } from '../platform/address/paths.ts'
import { guidePages } from './guide-pages.ts'

export const guideFeature: Feature = {
  screens: [
    {
      path: 'guide',
      title: 'Guide',
      allow: portalUsers,
      opens: lazyRouteComponent(() => import('./guide-index-page.tsx'), 'GuideIndexPage'),
      synonyms: ['help', 'how to', 'manual'],
    },
    {
      path: 'guide/$page',
      title: 'Guide',
      allow: portalUsers,
      opens: lazyRouteComponent(() => import('./guide-page.tsx'), 'GuidePage'),
    },
  ],
  commands: guidePages.map(({ name, title }) => ({
    label: `Guide: ${title}`,
    group: 'Go to',
    allow: portalUsers,
    address: paths.guidePage(name),
    synonyms: ['help', 'how to'],
  })),
}

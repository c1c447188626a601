import { sectionRules } from '@coverdesk/domain/access/portal-rules.ts'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { Feature } from '../feature.ts'

export const carrierFeature: Feature = {
  screens: [
    {
      path: 'manage/carriers',
      title: 'Carriers',
      allow: sectionRules.Administration.links.Carriers,
      opens: lazyRouteComponent(() => import('./carriers-page.tsx'), 'CarriersPage'),
      menu: { section: 'Administration', label: 'Carriers' },
    },
  ],
}

import { sectionRules } from '@coverdesk/domain/access/portal-rules.ts'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { Feature } from '../feature.ts'

export const reportFeature: Feature = {
  screens: [
    {
      path: 'manage/reports',
      synonyms: ['export', 'download', 'excel'],
      title: 'Reports',
      allow: sectionRules.Administration.links.Reports,
      opens: lazyRouteComponent(() => import('./reports-page.tsx'), 'ReportsPage'),
      menu: { section: 'Administration', label: 'Reports' },
    },
  ],
}

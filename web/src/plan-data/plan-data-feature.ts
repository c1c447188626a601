import { sectionRules } from '@coverdesk/domain/access/portal-rules.ts'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { Feature } from '../feature.ts'

export const planDataFeature: Feature = {
  screens: [
    {
      path: 'manage/plan-data',
      guide: 'load-plans',
      synonyms: ['public use files', 'PUF', 'rates', 'premiums', 'marketplace plans'],
      title: 'Plan Data',
      allow: sectionRules.Administration.links['Plan Data'],
      opens: lazyRouteComponent(() => import('./plan-data-page.tsx'), 'PlanDataPage'),
      menu: { section: 'Administration', label: 'Plan Data' },
    },
  ],
}

import { sectionRules } from '@coverdesk/domain/access/portal-rules.ts'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { Feature } from '../feature.ts'

export const scheduleFeature: Feature = {
  screens: [
    {
      path: 'commissions/schedules',
      guide: 'commissions',
      synonyms: ['compensation', 'what carriers pay'],
      title: 'Schedules',
      allow: sectionRules.Commission.links.Schedules,
      opens: lazyRouteComponent(() => import('./schedules-page.tsx'), 'SchedulesPage'),
      menu: { section: 'Commission', label: 'Schedules' },
    },
  ],
}

import { sectionRules } from '@coverdesk/domain/access/portal-rules.ts'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { Feature } from '../feature.ts'

export const exceptionFeature: Feature = {
  screens: [
    {
      path: 'commissions/exceptions',
      guide: 'commissions',
      synonyms: ['unmatched lines', 'matching', 'suspense'],
      title: 'Exceptions',
      allow: sectionRules.Commission.links.Exceptions,
      opens: lazyRouteComponent(() => import('./exceptions-page.tsx'), 'ExceptionsPage'),
      menu: { section: 'Commission', label: 'Exceptions' },
    },
  ],
}

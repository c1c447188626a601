import { actionRules, sectionRules } from '@coverdesk/domain/access/portal-rules.ts'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { Feature } from '../feature.ts'

export const statementFeature: Feature = {
  screens: [
    {
      path: 'commissions/statement',
      synonyms: ['earnings', 'commissions'],
      title: 'Statement',
      allow: sectionRules.Commission.links.Statement,
      opens: lazyRouteComponent(() => import('./statement-page.tsx'), 'StatementPage'),
      menu: { section: 'Commission', label: 'Statement' },
    },
    {
      path: 'commissions/tracking',
      title: 'Tracking',
      allow: sectionRules.Commission.links.Tracking,
      opens: lazyRouteComponent(() => import('./tracking-page.tsx'), 'TrackingPage'),
      menu: { section: 'Commission', label: 'Tracking' },
    },
    {
      path: 'commissions/manage',
      guide: 'load-a-file',
      synonyms: ['statement lines', 'chargebacks'],
      title: 'Commission statements',
      allow: actionRules.runStatements,
      opens: lazyRouteComponent(() => import('./manage-page.tsx'), 'ManagePage'),
    },
  ],
}

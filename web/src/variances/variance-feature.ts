import { sectionRules } from '@coverdesk/domain/access/portal-rules.ts'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { Feature } from '../feature.ts'

export const varianceFeature: Feature = {
  screens: [
    {
      path: 'commissions/variances',
      guide: 'commissions',
      synonyms: ['missing commissions', 'disputes', 'every dollar'],
      title: 'Variances',
      allow: sectionRules.Commission.links.Variances,
      opens: lazyRouteComponent(() => import('./variances-page.tsx'), 'VariancesPage'),
      menu: { section: 'Commission', label: 'Variances' },
    },
    {
      path: 'commissions/expected-cash',
      guide: 'commissions',
      synonyms: ['cash to come', 'forecast', 'next statements'],
      title: 'Expected Cash',
      allow: sectionRules.Commission.links.Variances,
      opens: lazyRouteComponent(() => import('./expected-cash-page.tsx'), 'ExpectedCashPage'),
    },
    {
      path: 'commissions/expected-months',
      guide: 'commissions',
      synonyms: ['expected ledger', 'policy months', 'what is due'],
      title: 'Expected Months',
      allow: sectionRules.Commission.links.Variances,
      opens: lazyRouteComponent(() => import('./expected-months-page.tsx'), 'ExpectedMonthsPage'),
    },
  ],
}

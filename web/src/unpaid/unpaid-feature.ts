import { sectionRules } from '@coverdesk/domain/access/portal-rules.ts'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { Feature } from '../feature.ts'

export const unpaidFeature: Feature = {
  screens: [
    // More specific than policies/$id, so that these are not policies.
    {
      path: 'policies/unpaid-policies',
      guide: 'work-unpaid-and-lost',
      synonyms: ['delinquent', 'past due'],
      title: 'Unpaid Policies',
      allow: sectionRules.Policies.links['Unpaid Policies'],
      opens: lazyRouteComponent(() => import('./unpaid-page.tsx'), 'UnpaidPoliciesPage'),
      menu: { section: 'Policies', label: 'Unpaid Policies' },
    },
    {
      path: 'policies/lost',
      guide: 'work-unpaid-and-lost',
      synonyms: ['missing'],
      title: 'Lost',
      allow: sectionRules.Policies.links.Lost,
      opens: lazyRouteComponent(() => import('./unpaid-page.tsx'), 'LostPoliciesPage'),
      menu: { section: 'Policies', label: 'Lost' },
    },
  ],
}

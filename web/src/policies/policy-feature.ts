import { sectionRules } from '@coverdesk/domain/access/portal-rules.ts'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { Feature } from '../feature.ts'
import { paths } from '../platform/address/paths.ts'

export const policyFeature: Feature = {
  screens: [
    { path: 'policies', title: 'Policies', allow: sectionRules.Policies.allow, opens: paths.policies },
    {
      path: 'policies/manage',
      synonyms: ['book of business'],
      title: 'Policies',
      allow: sectionRules.Policies.allow,
      opens: lazyRouteComponent(() => import('./policy-list-page.tsx'), 'PolicyListPage'),
      menu: { section: 'Policies', label: 'Policies' },
    },
    {
      path: 'policies/$id',
      title: 'Policy',
      allow: sectionRules.Policies.allow,
      opens: lazyRouteComponent(() => import('./detail/policy-page.tsx'), 'PolicyPage'),
    },
  ],
}

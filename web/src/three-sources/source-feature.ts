import { sectionRules } from '@coverdesk/domain/access/portal-rules.ts'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { Feature } from '../feature.ts'

export const sourceFeature: Feature = {
  screens: [
    {
      path: 'policies/three-sources',
      guide: 'commissions',
      synonyms: ['reconciliation', 'agent of record changes', 'exchange, book and statement'],
      title: 'Three Sources',
      allow: sectionRules.Policies.links['Three Sources'],
      opens: lazyRouteComponent(() => import('./sources-page.tsx'), 'SourcesPage'),
      menu: { section: 'Policies', label: 'Three Sources' },
    },
  ],
}

import { sectionRules } from '@coverdesk/domain/access/portal-rules.ts'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { Feature } from '../feature.ts'

const allow = sectionRules.Commission.links.Disputes

export const disputeFeature: Feature = {
  screens: [
    {
      path: 'commissions/disputes',
      guide: 'commissions',
      synonyms: ['dispute packs', 'claims on carriers'],
      title: 'Disputes',
      allow,
      opens: lazyRouteComponent(() => import('./disputes-page.tsx'), 'DisputesPage'),
      menu: { section: 'Commission', label: 'Disputes' },
    },
    {
      path: 'commissions/disputes/$disputeId',
      guide: 'commissions',
      title: 'Dispute',
      allow,
      opens: lazyRouteComponent(() => import('./dispute-page.tsx'), 'DisputePage'),
      offered: false,
    },
  ],
}

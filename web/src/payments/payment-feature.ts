import { sectionRules } from '@coverdesk/domain/access/portal-rules.ts'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { Feature } from '../feature.ts'
import { paths } from '../platform/address/paths.ts'

export const paymentFeature: Feature = {
  screens: [
    { path: 'commissions', title: 'Commission', allow: sectionRules.Commission.allow, opens: paths.payments },
    {
      path: 'commissions/payment',
      synonyms: ['payouts', 'commissions'],
      title: 'Agent Payment',
      allow: sectionRules.Commission.links['Agent Payment'],
      opens: lazyRouteComponent(() => import('./payment-page.tsx'), 'PaymentPage'),
      menu: { section: 'Commission', label: 'Agent Payment' },
    },
  ],
}

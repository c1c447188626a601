import { sectionRules } from '@coverdesk/domain/access/portal-rules.ts'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { Feature } from '../feature.ts'

const { links } = sectionRules.Commission

export const payoutFeature: Feature = {
  screens: [
    {
      path: 'commissions/bank-accounts',
      guide: 'pay-a-month',
      synonyms: ['direct deposit', 'ACH', 'NACHA', 'routing number'],
      title: 'Bank Accounts',
      allow: links['Bank Accounts'],
      opens: lazyRouteComponent(() => import('./bank-accounts-page.tsx'), 'BankAccountsPage'),
      menu: { section: 'Commission', label: 'Bank Accounts' },
    },
  ],
}

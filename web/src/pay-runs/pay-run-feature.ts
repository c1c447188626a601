import { sectionRules } from '@coverdesk/domain/access/portal-rules.ts'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { Feature } from '../feature.ts'

const allow = sectionRules.Commission.links['Pay Runs']

export const payRunFeature: Feature = {
  screens: [
    {
      path: 'commissions/pay-runs',
      guide: 'pay-a-month',
      synonyms: ['payroll', 'pay agents', 'commission run', 'close month'],
      title: 'Pay Runs',
      allow,
      opens: lazyRouteComponent(() => import('./pay-runs-page.tsx'), 'PayRunsPage'),
      menu: { section: 'Commission', label: 'Pay Runs' },
    },
    {
      path: 'commissions/pay-runs/$id',
      guide: 'pay-a-month',
      title: 'Pay Run',
      allow,
      opens: lazyRouteComponent(() => import('./pay-run-page.tsx'), 'PayRunPage'),
    },
    {
      path: 'commissions/balances',
      guide: 'pay-a-month',
      synonyms: ['agent balances', 'carried forward', 'negative balance', 'ledger'],
      title: 'Balances',
      allow: sectionRules.Commission.links.Balances,
      opens: lazyRouteComponent(() => import('./balances/balances-page.tsx'), 'BalancesPage'),
      menu: { section: 'Commission', label: 'Balances' },
    },
  ],
}

import { sectionRules } from '@coverdesk/domain/access/portal-rules.ts'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { Feature } from '../feature.ts'

const { links } = sectionRules.Commission

export const taxFormFeature: Feature = {
  screens: [
    {
      path: 'commissions/tax-forms',
      guide: 'pay-a-month',
      synonyms: ['1099', '1099-NEC', 'W-9', 'year totals'],
      title: 'Tax Forms',
      allow: links['Tax Forms'],
      opens: lazyRouteComponent(() => import('./tax-forms-page.tsx'), 'TaxFormsPage'),
      menu: { section: 'Commission', label: 'Tax Forms' },
    },
  ],
}

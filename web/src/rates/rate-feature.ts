import { sectionRules } from '@coverdesk/domain/access/portal-rules.ts'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { Feature } from '../feature.ts'

const rates = lazyRouteComponent(() => import('./rates-page.tsx'), 'RatesPage')

export const rateFeature: Feature = {
  screens: [
    {
      path: 'manage/rates',
      title: 'Agent Rates',
      allow: sectionRules.Administration.links['Agent Rates'],
      opens: rates,
      menu: { section: 'Administration', label: 'Agent Rates' },
    },
    {
      path: 'manage/rates/$agentId',
      title: 'Agent Rates',
      allow: sectionRules.Administration.links['Agent Rates'],
      opens: rates,
    },
  ],
}

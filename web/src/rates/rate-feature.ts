import { actionRules, sectionRules } from '@coverdesk/domain/access/portal-rules.ts'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { Feature } from '../feature.ts'
import { paths } from '../platform/address/paths.ts'

const rates = lazyRouteComponent(() => import('./rates-page.tsx'), 'RatesPage')

export const rateFeature: Feature = {
  screens: [
    {
      path: 'manage/rates',
      synonyms: ['splits'],
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
  commands: [
    {
      label: 'New rate',
      group: 'Actions',
      allow: actionRules.editsRates,
      address: paths.rates,
      presses: 'New rate',
    },
  ],
}

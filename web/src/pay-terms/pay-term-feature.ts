import { sectionRules } from '@coverdesk/domain/access/portal-rules.ts'
import { mayWritePayTerms } from '@coverdesk/domain/pay-terms/pay-term-rights.ts'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { Feature } from '../feature.ts'
import { paths } from '../platform/address/paths.ts'

const { links } = sectionRules.Commission

export const payTermFeature: Feature = {
  screens: [
    {
      path: 'commissions/contracts',
      guide: 'pay-agents',
      synonyms: ['commission levels', 'comp grid', 'minimum payout'],
      title: 'Agent Contracts',
      allow: links['Agent Contracts'],
      opens: lazyRouteComponent(() => import('./agent-contracts-page.tsx'), 'AgentContractsPage'),
      menu: { section: 'Commission', label: 'Agent Contracts' },
    },
    {
      path: 'commissions/hierarchy',
      guide: 'pay-agents',
      synonyms: ['uplines', 'downlines', 'overrides'],
      title: 'Hierarchy',
      allow: links.Hierarchy,
      opens: lazyRouteComponent(() => import('./hierarchy-page.tsx'), 'HierarchyPage'),
      menu: { section: 'Commission', label: 'Hierarchy' },
    },
    {
      path: 'commissions/adjustments',
      guide: 'pay-agents',
      synonyms: ['advances', 'holds', 'deductions', 'bonuses'],
      title: 'Adjustments',
      allow: links.Adjustments,
      opens: lazyRouteComponent(() => import('./adjustments-page.tsx'), 'AdjustmentsPage'),
      menu: { section: 'Commission', label: 'Adjustments' },
    },
  ],
  commands: [
    {
      label: 'New contract of an agent',
      group: 'Actions',
      allow: mayWritePayTerms,
      address: paths.agentContracts,
      presses: 'New contract',
    },
  ],
}

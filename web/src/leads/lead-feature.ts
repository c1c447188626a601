import { actionRules, sectionRules } from '@coverdesk/domain/access/portal-rules.ts'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { Feature } from '../feature.ts'
import { paths } from '../platform/address/paths.ts'

export const leadFeature: Feature = {
  screens: [
    {
      path: 'leads',
      synonyms: ['prospects', 'do not call'],
      title: 'Leads',
      allow: sectionRules.Leads.allow,
      opens: lazyRouteComponent(() => import('./leads-page.tsx'), 'LeadsPage'),
      menu: { section: 'Leads' },
    },
  ],
  commands: [
    {
      label: 'New lead',
      group: 'Actions',
      allow: sectionRules.Leads.allow,
      address: paths.leads,
      presses: 'New lead',
    },
    {
      label: 'Upload leads',
      group: 'Actions',
      allow: actionRules.runsLeads,
      address: paths.leads,
      presses: 'Upload leads',
      synonyms: ['import'],
    },
  ],
}

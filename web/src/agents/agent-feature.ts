import { sectionRules } from '@coverdesk/domain/access/portal-rules.ts'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { Feature } from '../feature.ts'
import { paths } from '../platform/address/paths.ts'

export const agentFeature: Feature = {
  screens: [
    // With the trailing slash; otherwise the catch-all below 'manage' would win.
    { path: 'manage/', title: 'Administration', allow: sectionRules.Administration.allow, opens: paths.agents },
    {
      path: 'manage/agents',
      guide: 'start-an-agency',
      synonyms: ['agents', 'brokers', 'producers', 'licenses', 'appointments'],
      title: 'Agent Manage',
      allow: sectionRules.Administration.links['Agent Manage'],
      opens: lazyRouteComponent(() => import('./agents-page.tsx'), 'AgentsPage'),
      menu: { section: 'Administration', label: 'Agent Manage' },
    },
  ],
  commands: [{ label: 'New agent', group: 'Actions', allow: 'administrator', address: paths.newAgent }],
}

import { sectionRules } from '@coverdesk/domain/access/portal-rules.ts'
import { anyAdministrator } from '@coverdesk/domain/access/rights.ts'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { Feature } from '../feature.ts'
import { paths } from '../platform/address/paths.ts'

const users = lazyRouteComponent(() => import('./users-page.tsx'), 'UsersPage')

export const userFeature: Feature = {
  screens: [
    // One screen for the whole area.
    { path: 'security', title: 'Users', allow: sectionRules.Security.allow, opens: users },
    {
      path: 'security/users',
      title: 'Users',
      allow: sectionRules.Security.allow,
      opens: users,
      menu: { section: 'Security', label: 'Users' },
    },
    {
      path: 'security/approvals',
      title: 'Approvals',
      allow: anyAdministrator,
      opens: lazyRouteComponent(() => import('./approvals/approvals-page.tsx'), 'ApprovalsPage'),
    },
    { path: 'security/$', title: 'Users', allow: sectionRules.Security.allow, opens: users },
  ],
  commands: [
    {
      label: 'Approvals: emergency access and rights',
      group: 'Go to',
      allow: anyAdministrator,
      address: paths.approvals,
    },
    { label: 'New user', group: 'Actions', allow: 'securityadmin', address: paths.newUser },
  ],
}

import { sectionRules } from '@coverdesk/domain/access/portal-rules.ts'
import { anyAdministrator } from '@coverdesk/domain/access/rights.ts'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { Feature } from '../feature.ts'
import { paths } from '../platform/address/paths.ts'

const users = lazyRouteComponent(() => import('./users-page.tsx'), 'UsersPage')

export const userFeature: Feature = {
  screens: [
    // One screen for the whole area.
    { path: 'security', title: 'Users', allow: sectionRules.Security.allow, opens: users, offered: false },
    {
      path: 'security/users',
      guide: 'administer-rights',
      synonyms: ['permissions', 'rights', 'roles'],
      title: 'Users',
      allow: sectionRules.Security.allow,
      opens: users,
      menu: { section: 'Security', label: 'Users' },
    },
    {
      path: 'security/approvals',
      guide: 'administer-rights',
      synonyms: ['emergency access', 'rights'],
      title: 'Approvals',
      allow: anyAdministrator,
      opens: lazyRouteComponent(() => import('./approvals/approvals-page.tsx'), 'ApprovalsPage'),
    },
    {
      path: 'security/templates',
      guide: 'administer-rights',
      synonyms: ['permissions', 'rights', 'roles'],
      title: 'Role Templates',
      allow: sectionRules.Security.allow,
      opens: lazyRouteComponent(() => import('./templates/role-templates-page.tsx'), 'RoleTemplatesPage'),
    },
    { path: 'security/$', title: 'Users', allow: sectionRules.Security.allow, opens: users },
  ],
  publicPages: [
    // Link of an invitation; also for signed-in users, as an email may be opened anywhere.
    {
      path: 'login/invitation/$code',
      title: 'Choose your password',
      opens: lazyRouteComponent(() => import('./invitation/invitation-page.tsx'), 'InvitationPage'),
      framed: false,
    },
  ],
  commands: [
    {
      label: 'New user',
      group: 'Actions',
      allow: sectionRules.Security.allow,
      address: paths.users,
      presses: 'Register a new user',
      synonyms: ['register', 'invite'],
    },
  ],
}

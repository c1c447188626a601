import { actionRules, sectionRules } from '@coverdesk/domain/access/portal-rules.ts'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { Feature } from '../feature.ts'
import { paths } from '../platform/address/paths.ts'

export const marketingFeature: Feature = {
  screens: [
    {
      path: 'marketing',
      synonyms: ['conversations', 'inbox', 'messages', 'texts', 'SMS', 'emails', 'opt-outs'],
      title: 'Marketing',
      allow: sectionRules.Marketing.allow,
      opens: lazyRouteComponent(() => import('./marketing-page.tsx'), 'MarketingPage'),
      menu: { section: 'Marketing' },
    },
    // In no menu, whose links are the specification's.
    {
      path: 'notifications',
      title: 'Notifications',
      allow: sectionRules.Dashboard.allow,
      opens: lazyRouteComponent(() => import('./marketing-page.tsx'), 'NotificationsPage'),
    },
  ],
  publicPages: [
    {
      path: 'stop-emails',
      title: 'Unsubscribe',
      opens: lazyRouteComponent(() => import('./stop-emails-page.tsx'), 'StopEmailsPage'),
    },
  ],
  commands: [
    {
      label: 'New conversation',
      group: 'Actions',
      allow: actionRules.converses,
      address: paths.marketing,
      presses: 'New conversation',
    },
  ],
}

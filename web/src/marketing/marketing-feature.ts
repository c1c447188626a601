import { sectionRules } from '@coverdesk/domain/access/portal-rules.ts'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { Feature } from '../feature.ts'

export const marketingFeature: Feature = {
  screens: [
    {
      path: 'marketing',
      title: 'Marketing',
      allow: sectionRules.Marketing.allow,
      opens: lazyRouteComponent(() => import('./marketing-page.tsx'), 'MarketingPage'),
      menu: { section: 'Marketing' },
    },
  ],
  publicPages: [
    {
      path: 'stop-emails',
      title: 'Unsubscribe',
      opens: lazyRouteComponent(() => import('./stop-emails-page.tsx'), 'StopEmailsPage'),
    },
  ],
}

import { actionRules } from '@coverdesk/domain/access/portal-rules.ts'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { Feature } from '../feature.ts'

export const alertFeature: Feature = {
  screens: [
    // In the palette and linked from notifications, not in the sidebar, whose links are the specification's.
    {
      path: 'security/alerts',
      title: 'Security Alerts',
      allow: actionRules.readsAlerts,
      opens: lazyRouteComponent(() => import('./alerts-page.tsx'), 'AlertsPage'),
    },
  ],
}

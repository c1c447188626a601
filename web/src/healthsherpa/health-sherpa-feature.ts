import { sectionRules } from '@coverdesk/domain/access/portal-rules.ts'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { Feature } from '../feature.ts'

export const healthSherpaFeature: Feature = {
  screens: [
    // In the palette, and linked from Applications while updates wait there: most agencies have no webhook.
    {
      path: 'mk/healthsherpa',
      guide: 'enroll-a-family',
      synonyms: ['policy status', 'effectuated', 'webhook'],
      title: 'HealthSherpa Updates',
      allow: sectionRules['Direct Enrollment'].allow,
      opens: lazyRouteComponent(() => import('./updates-page.tsx'), 'UpdatesPage'),
    },
  ],
}

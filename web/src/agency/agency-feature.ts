import { sectionRules } from '@coverdesk/domain/access/portal-rules.ts'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { Feature } from '../feature.ts'

export const agencyFeature: Feature = {
  screens: [
    // In the palette, not in the sidebar, whose links are the specification's.
    {
      path: 'manage/agency',
      guide: 'start-an-agency',
      synonyms: ['postal address', 'settings', 'terms of use'],
      title: 'Agency',
      allow: sectionRules.Administration.allow,
      opens: lazyRouteComponent(() => import('./agency-page.tsx'), 'AgencyPage'),
    },
  ],
}

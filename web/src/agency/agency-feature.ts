import { sectionRules } from '@coverdesk/domain/access/portal-rules.ts'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { Feature } from '../feature.ts'

export const agencyFeature: Feature = {
  screens: [
    {
      path: 'manage/agency',
      guide: 'start-an-agency',
      synonyms: ['postal address', 'settings', 'agency name', 'terms of use'],
      title: 'Agency',
      allow: sectionRules.Administration.links.Agency,
      opens: lazyRouteComponent(() => import('./agency-page.tsx'), 'AgencyPage'),
      menu: { section: 'Administration', label: 'Agency' },
    },
  ],
}

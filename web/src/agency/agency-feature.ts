import { sectionRules } from '@coverdesk/domain/access/portal-rules.ts'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { Feature } from '../feature.ts'
import { paths } from '../platform/address/paths.ts'

export const agencyFeature: Feature = {
  screens: [
    // In the palette, not in the sidebar, whose links are the specification's.
    {
      path: 'manage/agency',
      title: 'Agency',
      allow: sectionRules.Administration.allow,
      opens: lazyRouteComponent(() => import('./agency-page.tsx'), 'AgencyPage'),
    },
  ],
  commands: [{ label: 'Agency: postal address', group: 'Go to', allow: 'administrator', address: paths.agency }],
}

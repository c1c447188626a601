import { actionRules, sectionRules } from '@coverdesk/domain/access/portal-rules.ts'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { Feature } from '../feature.ts'
import { paths } from '../platform/address/paths.ts'

const oneApplication = lazyRouteComponent(() => import('./one-application-page.tsx'), 'OneApplicationPage')

export const marketplaceFeature: Feature = {
  screens: [
    { path: 'mk', title: 'Applications', allow: sectionRules['Direct Enrollment'].allow, opens: paths.applications },
    {
      path: 'mk/applications',
      guide: 'enroll-a-family',
      synonyms: ['marketplace', 'internal', 'consents'],
      title: 'Applications',
      allow: sectionRules['Direct Enrollment'].allow,
      opens: lazyRouteComponent(() => import('./applications-page.tsx'), 'ApplicationsPage'),
      menu: { section: 'Direct Enrollment', label: 'Applications' },
    },
    {
      path: 'mk/applications/$appId',
      guide: 'enroll-a-family',
      title: 'Application',
      allow: actionRules.seesOneApplication,
      opens: oneApplication,
    },
  ],
  consumerPages: [{ path: 'applications/$appId', title: 'Application', opens: oneApplication }],
  commands: [
    {
      label: 'New application',
      group: 'Actions',
      allow: sectionRules['Direct Enrollment'].allow,
      address: paths.internalApplications,
      presses: 'New application',
    },
    {
      label: 'Upload applications',
      group: 'Actions',
      allow: actionRules.loadApplications,
      address: paths.applications,
      presses: 'Upload applications',
      synonyms: ['import'],
    },
  ],
}

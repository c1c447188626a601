import { actionRules } from '@coverdesk/domain/access/portal-rules.ts'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { Feature } from '../feature.ts'

const enrollment = lazyRouteComponent(() => import('./enrollment-page.tsx'), 'EnrollmentPage')

export const enrollmentFeature: Feature = {
  screens: [
    {
      path: 'mk/applications/$appId/enrollment',
      guide: 'enroll-a-family',
      title: 'Enrollment',
      allow: actionRules.seesOneApplication,
      opens: enrollment,
    },
  ],
  consumerPages: [{ path: 'applications/$appId/enrollment', title: 'Enrollment', opens: enrollment }],
}

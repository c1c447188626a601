import { sectionRules } from '@coverdesk/domain/access/portal-rules.ts'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { Feature } from '../feature.ts'

export const enrollmentWindowFeature: Feature = {
  screens: [
    {
      path: 'manage/enrollment-windows',
      guide: 'enroll-a-family',
      synonyms: ['open enrollment', 'OEP', 'plan year', 'deadline', 'marketplace'],
      title: 'Enrollment Windows',
      allow: sectionRules.Administration.links['Enrollment Windows'],
      opens: lazyRouteComponent(() => import('./enrollment-windows-page.tsx'), 'EnrollmentWindowsPage'),
      menu: { section: 'Administration', label: 'Enrollment Windows' },
    },
  ],
}

import { actionRules, sectionRules } from '@coverdesk/domain/access/portal-rules.ts'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { Feature } from '../feature.ts'

const mayApply = actionRules.seesOneApplication

export const edeFeature: Feature = {
  // The application wizard, an area with its own frame.
  publicPages: [
    {
      path: 'ede/app',
      title: 'Applications',
      opens: lazyRouteComponent(() => import('./ede-list-page.tsx'), 'EdeListPage'),
      framed: false,
      allow: mayApply,
    },
    {
      path: 'ede/app/new',
      title: 'New application',
      opens: lazyRouteComponent(() => import('./start-page.tsx'), 'StartPage'),
      framed: false,
      allow: sectionRules['Direct Enrollment'].allow,
    },
    {
      path: 'ede/app/review',
      title: 'Review',
      opens: lazyRouteComponent(() => import('./review/review-page.tsx'), 'ReviewPage'),
    },
    {
      path: 'ede/app/$id',
      title: 'Application',
      opens: lazyRouteComponent(() => import('./wizard-page.tsx'), 'WizardPage'),
      framed: false,
      allow: mayApply,
    },
  ],
}

import { actionRules } from '@coverdesk/domain/access/portal-rules.ts'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { Feature } from '../feature.ts'

const applicationPlans = lazyRouteComponent(() => import('./application-plans-page.tsx'), 'ApplicationPlansPage')
const applicationPlan = lazyRouteComponent(() => import('./application-plans-page.tsx'), 'ApplicationPlanPage')
const groupPlans = lazyRouteComponent(() => import('./group-plans-page.tsx'), 'GroupPlansPage')
const groupPlan = lazyRouteComponent(() => import('./group-plans-page.tsx'), 'GroupPlanPage')

export const planFeature: Feature = {
  screens: [
    {
      path: 'mk/applications/$appId/plans',
      title: 'Plans',
      allow: actionRules.seesOneApplication,
      opens: applicationPlans,
    },
    {
      path: 'mk/applications/$appId/plans/$planId',
      title: 'Plan',
      allow: actionRules.seesOneApplication,
      opens: applicationPlan,
    },
    {
      path: 'mk/applications/$appId/enrollment/$groupId/plans',
      title: 'Plans',
      allow: actionRules.seesOneApplication,
      opens: groupPlans,
    },
    {
      path: 'mk/applications/$appId/enrollment/$groupId/plans/$planId',
      title: 'Plan',
      allow: actionRules.seesOneApplication,
      opens: groupPlan,
    },
  ],
  publicPages: [
    {
      path: 'self-enroll',
      title: 'Plans',
      opens: lazyRouteComponent(() => import('./public/public-plans-page.tsx'), 'PublicPlansPage'),
    },
    {
      path: 'self-enroll/plans_get/$planId',
      title: 'Plan',
      opens: lazyRouteComponent(() => import('./public/public-plan-page.tsx'), 'PublicPlanPage'),
    },
  ],
  consumerPages: [
    { path: 'applications/$appId/plans', title: 'Plans', opens: applicationPlans },
    { path: 'applications/$appId/plans/$planId', title: 'Plan', opens: applicationPlan },
    { path: 'applications/$appId/enrollment/$groupId/plans', title: 'Plans', opens: groupPlans },
    { path: 'applications/$appId/enrollment/$groupId/plans/$planId', title: 'Plan', opens: groupPlan },
  ],
}

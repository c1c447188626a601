import { sectionRules } from '@coverdesk/domain/access/portal-rules.ts'
import type { Feature } from '../feature.ts'
import { unpaidList } from './unpaid-list.ts'
import { unpaidRoutes } from './unpaid-routes.ts'

export const unpaidFeature: Feature = {
  routes: unpaidRoutes,
  menu: {
    'Unpaid Policies': {
      allow: sectionRules.Policies.links['Unpaid Policies'],
      list: unpaidList('unpaid'),
      resource: 'Policy',
    },
    Lost: { allow: sectionRules.Policies.links.Lost, list: unpaidList('lost'), resource: 'Policy' },
  },
}

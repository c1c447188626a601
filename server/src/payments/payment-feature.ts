import { sectionRules } from '@coverdesk/domain/access/portal-rules.ts'
import type { Feature } from '../feature.ts'
import { paymentList } from './payment-list.ts'
import { paymentRoutes } from './payment-routes.ts'

export const paymentFeature: Feature = {
  routes: paymentRoutes,
  areas: { AgentPayment: { list: paymentList, allow: sectionRules.Commission.links['Agent Payment'] } },
}

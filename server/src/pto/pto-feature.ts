import { sectionRules } from '@coverdesk/domain/access/portal-rules.ts'
import type { Feature } from '../feature.ts'
import { ptoList } from './pto-list.ts'
import { ptoRoutes } from './pto-routes.ts'

export const ptoFeature: Feature = {
  routes: ptoRoutes,
  areas: { PTO: { list: ptoList, allow: sectionRules.Pto.allow, owned: { allWith: null } } },
}

import type { Feature } from '../feature.ts'
import { sandboxAddress } from '../handoffs/make-hand-off.ts'
import { sandboxRoutes } from './sandbox-routes.ts'
import { arrive } from './sandbox-visits.ts'

export const sandboxFeature: Feature = {
  routes: sandboxRoutes,
  postedForms: [{ path: sandboxAddress, take: arrive }],
}

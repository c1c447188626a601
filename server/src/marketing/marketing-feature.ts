import type { Feature } from '../feature.ts'
import { marketingRoutes } from './marketing-routes.ts'
import { optOutPath } from './opt-out-links.ts'
import { sayByLink } from './opt-out-page.ts'

export const marketingFeature: Feature = {
  routes: marketingRoutes,
  oneClicks: [{ path: optOutPath, take: (call, id) => sayByLink(call, id, true) }],
}

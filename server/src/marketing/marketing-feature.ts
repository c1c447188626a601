import type { Feature } from '../feature.ts'
import { marketingRoutes } from './marketing-routes.ts'
import { optOutPath } from './opt-out-links.ts'
import { sendMessageByLink } from './opt-out-page.ts'

export const marketingFeature: Feature = {
  routes: marketingRoutes,
  oneClicks: [{ path: optOutPath, take: (call, id) => sendMessageByLink(call, id, true) }],
}

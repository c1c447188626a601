import type { Feature } from '../feature.ts'
import { payoutRoutes } from './payout-routes.ts'

export const payoutFeature: Feature = { routes: payoutRoutes }

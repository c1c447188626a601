import type { Feature } from '../feature.ts'
import { disputeRoutes } from './dispute-routes.ts'

export const disputeFeature: Feature = { routes: disputeRoutes }

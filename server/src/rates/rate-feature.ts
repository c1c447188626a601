import type { Feature } from '../feature.ts'
import { rateRoutes } from './rate-routes.ts'

export const rateFeature: Feature = { routes: rateRoutes }

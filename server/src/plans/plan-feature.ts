import type { Feature } from '../feature.ts'
import { planRoutes } from './plan-routes.ts'

export const planFeature: Feature = { routes: planRoutes }

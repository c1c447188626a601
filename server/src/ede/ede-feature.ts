import type { Feature } from '../feature.ts'
import { edeRoutes } from './ede-routes.ts'

export const edeFeature: Feature = { routes: edeRoutes }

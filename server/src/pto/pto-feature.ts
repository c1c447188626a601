import type { Feature } from '../feature.ts'
import { ptoRoutes } from './pto-routes.ts'

export const ptoFeature: Feature = { routes: ptoRoutes }

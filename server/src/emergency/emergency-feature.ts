import type { Feature } from '../feature.ts'
import { emergencyRoutes } from './emergency-routes.ts'

export const emergencyFeature: Feature = { routes: emergencyRoutes }

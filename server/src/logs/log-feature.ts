import type { Feature } from '../feature.ts'
import { logRoutes } from './log-routes.ts'

export const logFeature: Feature = { routes: logRoutes }

import type { Feature } from '../feature.ts'
import { scheduleRoutes } from './schedule-routes.ts'

export const scheduleFeature: Feature = { routes: scheduleRoutes }

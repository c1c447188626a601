import type { Feature } from '../feature.ts'
import { dashboardRoutes } from './dashboard-routes.ts'

export const dashboardFeature: Feature = { routes: dashboardRoutes }

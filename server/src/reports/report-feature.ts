import type { Feature } from '../feature.ts'
import { reportRoutes } from './report-routes.ts'

export const reportFeature: Feature = { routes: reportRoutes }

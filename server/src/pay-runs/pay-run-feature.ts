import type { Feature } from '../feature.ts'
import { payRunRoutes } from './pay-run-routes.ts'

export const payRunFeature: Feature = { routes: payRunRoutes }

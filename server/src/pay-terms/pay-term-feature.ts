import type { Feature } from '../feature.ts'
import { payTermRoutes } from './pay-term-routes.ts'

export const payTermFeature: Feature = { routes: payTermRoutes }

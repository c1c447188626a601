import type { Feature } from '../feature.ts'
import { carrierRoutes } from './carrier-routes.ts'

export const carrierFeature: Feature = { routes: carrierRoutes }

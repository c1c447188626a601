import type { Feature } from '../feature.ts'
import { customerRoutes } from './customer-routes.ts'

export const customerFeature: Feature = { routes: customerRoutes }

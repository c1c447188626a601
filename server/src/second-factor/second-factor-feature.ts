import type { Feature } from '../feature.ts'
import { secondFactorRoutes } from './second-factor-routes.ts'

export const secondFactorFeature: Feature = { routes: secondFactorRoutes }

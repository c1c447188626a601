import type { Feature } from '../feature.ts'
import { userRoutes } from './user-routes.ts'

export const userFeature: Feature = { routes: userRoutes }

import type { Feature } from '../feature.ts'
import { shellRoutes } from './shell-routes.ts'

export const shellFeature: Feature = { routes: shellRoutes }

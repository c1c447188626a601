import type { Feature } from '../feature.ts'
import { setupRoutes } from './setup-routes.ts'

export const setupFeature: Feature = { routes: setupRoutes }

import type { Feature } from '../feature.ts'
import { handoffRoutes } from './handoff-routes.ts'

export const handoffFeature: Feature = { routes: handoffRoutes }

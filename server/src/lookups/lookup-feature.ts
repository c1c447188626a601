import type { Feature } from '../feature.ts'
import { lookupRoutes } from './lookup-routes.ts'

export const lookupFeature: Feature = { routes: lookupRoutes }

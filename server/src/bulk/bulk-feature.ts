import type { Feature } from '../feature.ts'
import { bulkRoutes } from './bulk-routes.ts'

export const bulkFeature: Feature = { routes: bulkRoutes }

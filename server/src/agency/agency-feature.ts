import type { Feature } from '../feature.ts'
import { agencyRoutes } from './agency-routes.ts'

export const agencyFeature: Feature = { routes: agencyRoutes }

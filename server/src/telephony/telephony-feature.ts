import type { Feature } from '../feature.ts'
import { telephonyRoutes } from './telephony-routes.ts'

export const telephonyFeature: Feature = { routes: telephonyRoutes }

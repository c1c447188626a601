import type { Feature } from '../feature.ts'
import { termsRoutes } from './terms-routes.ts'

export const termsFeature: Feature = { routes: termsRoutes }

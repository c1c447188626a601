import type { Feature } from '../feature.ts'
import { taxFormRoutes } from './tax-form-routes.ts'

export const taxFormFeature: Feature = { routes: taxFormRoutes }

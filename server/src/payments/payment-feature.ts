import type { Feature } from '../feature.ts'
import { paymentRoutes } from './payment-routes.ts'

export const paymentFeature: Feature = { routes: paymentRoutes }

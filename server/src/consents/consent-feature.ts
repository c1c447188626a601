import type { Feature } from '../feature.ts'
import { clientConsentRoutes } from './client-consent-routes.ts'

export const consentFeature: Feature = { routes: clientConsentRoutes }

import type { Feature } from '../feature.ts'
import { clientConsentRoutes } from './client-consent-routes.ts'
import { marketplaceSubject } from './marketplace-subject.ts'

export const consentFeature: Feature = {
  routes: clientConsentRoutes,
  consentSubjects: { marketplace: marketplaceSubject },
}

import { internalConsentRecords } from '../consents/client-consent-queries.ts'
import type { FindsConsentSubject } from '../consents/consent-gate.ts'
import { wantedOf } from './ede-consent.ts'
import { findVisibleEde, reviewsOf, validReview } from './ede-queries.ts'
import { wizardAuthorizing } from './wizard-authorizing.ts'

/** The application `id` of the wizard. Nothing is asked for one that the exchange has accepted. */
export const wizardSubject: FindsConsentSubject = async ({ db, caller, now }, { id }) => {
  if (!caller || typeof id !== 'string') return null
  const application = await findVisibleEde(db, caller, id)
  if (!application || application.state === 'submitted') return null
  return {
    ...wantedOf(application, { user: caller, now }),
    records: await internalConsentRecords(db, application.number),
    isReviewed: async () => validReview(await reviewsOf(db, application, now), application) !== undefined,
    authorizing: async () => (application.clientId === caller.id ? null : wizardAuthorizing(application)),
  }
}

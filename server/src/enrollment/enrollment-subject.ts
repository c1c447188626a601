import { EnrollmentInput } from '@coverdesk/domain/enrollment/enrollment-contract.ts'
import type { FindsConsentSubject } from '../consents/consent-gate.ts'
import { marketplaceSubject } from '../consents/marketplace-subject.ts'
import { findApplication } from '../marketplace/marketplace-queries.ts'
import { enrollmentAuthorizing } from './enrollment-authorizing.ts'
import { signedReview } from './enrollment-reviews.ts'

/** The marketplace application `appId` whose people an input enrolls. */
export const enrollmentSubject: FindsConsentSubject = async (call, input) => {
  const subject = await marketplaceSubject(call, input)
  const { caller, db } = call
  if (!subject || !caller) return null
  const sent = EnrollmentInput.parse(input)
  const application = await findApplication(db, caller, sent.appId)
  return {
    ...subject,
    isReviewed: async () => (await signedReview(db, { user: caller, now: call.now }, application, sent)) !== undefined,
    authorizing: () => enrollmentAuthorizing(db, { user: caller, now: call.now }, application),
  }
}

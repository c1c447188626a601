import { enrollments } from '@coverdesk/domain/enrollment/enrollment-contract.ts'
import { findApplication } from '../marketplace/marketplace-queries.ts'
import type { Bind } from '../platform/http/http-call.ts'
import { endEnrollment } from './end-enrollment.ts'
import { enrollmentsOf } from './enrollment-queries.ts'
import { reviewOf } from './enrollment-reviews.ts'
import { openEnrollmentReview, requestEnrollmentReview } from './request-enrollment-review.ts'
import { sendEnrollment } from './send-enrollment.ts'

export function enrollmentRoutes(on: Bind): void {
  on(enrollments.list, async ({ db, user }, { appId }) =>
    enrollmentsOf(db, (await findApplication(db, user, appId)).id),
  )
  on(enrollments.send, sendEnrollment)
  on(enrollments.end, endEnrollment)
  on(enrollments.review, async ({ db, user, now }, { appId }) =>
    reviewOf(db, await findApplication(db, user, appId), now),
  )
  on(enrollments.requestReview, requestEnrollmentReview)
  on(enrollments.openReview, openEnrollmentReview)
}

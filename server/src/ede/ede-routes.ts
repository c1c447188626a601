import { applicationReviews, ede } from '@coverdesk/domain/ede/ede-contract.ts'
import type { Bind } from '../platform/http/http-call.ts'
import { edeDetail, findEde, listEde } from './ede-queries.ts'
import { openOwnPage, openPageHere, requestReview, showReview, signReview } from './review-page.ts'
import { saveEde } from './save-ede.ts'
import { ownEde, startEde, startOwnEde } from './start-ede.ts'
import { beginChange, discardChange } from './submitted/change-submitted.ts'
import { endSubmission } from './submitted/end-submission.ts'
import { submitEde } from './submitted/submit-ede.ts'

export function edeRoutes(on: Bind): void {
  on(ede.list, ({ db, user }, query) => listEde(db, user, query))
  on(ede.start, startEde)
  on(ede.own, ownEde)
  on(ede.startOwn, startOwnEde)
  on(ede.one, async ({ db, user, now }, { id }) => edeDetail(db, await findEde(db, user, id), user, now))
  on(ede.save, saveEde)
  on(ede.requestReview, requestReview)
  on(ede.openHere, openPageHere)
  on(ede.openOwn, openOwnPage)
  on(ede.submit, submitEde)
  on(ede.change, beginChange)
  on(ede.discardChange, discardChange)
  on(ede.end, endSubmission)
  on(applicationReviews.page, showReview)
  on(applicationReviews.sign, signReview)
}

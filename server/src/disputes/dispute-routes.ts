import { disputes } from '@coverdesk/domain/disputes/dispute-contract.ts'
import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { changesSince } from '../history/record-changes.ts'
import { inTransaction } from '../platform/db/database.ts'
import { listOrExport } from '../platform/exports/list-export.ts'
import type { Bind } from '../platform/http/http-call.ts'
import { decideDispute, markDisputeSent } from './answer-dispute.ts'
import { chooseVariances, previewOf } from './choose-variances.ts'
import { createDisputes } from './create-disputes.ts'
import { disputeExport, disputePack } from './dispute-list.ts'
import { findDispute } from './dispute-queries.ts'
import { deliveryOf, emailDispute } from './email-dispute.ts'

export function disputeRoutes(on: Bind): void {
  on(disputes.list, (call, query) => listOrExport(call, disputeExport, query, { all: true }))
  on(disputes.one, ({ db }, { id }) => findDispute(db, id))
  on(disputes.preview, (call, input) =>
    inTransaction(call.db, async (db) => previewOf(await chooseVariances(db, call.user, input), todayIn(call.now))),
  )
  on(disputes.create, createDisputes)
  on(disputes.items, async (call, query) => {
    const dispute = await findDispute(call.db, query.disputeId)
    return await listOrExport(call, disputePack(dispute), query, { all: true })
  })
  on(disputes.markSent, markDisputeSent)
  on(disputes.email, emailDispute)
  on(disputes.delivery, ({ db }, { id }) => deliveryOf(db, id))
  on(disputes.decide, decideDispute)
  on(disputes.history, async ({ db }, { id }) => {
    await findDispute(db, id)
    return await changesSince(db, 'dispute', id)
  })
}

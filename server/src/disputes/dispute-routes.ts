import { disputes } from '@coverdesk/domain/disputes/dispute-contract.ts'
import { showMoney } from '@coverdesk/domain/fields/amount.ts'
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

export function disputeRoutes(on: Bind): void {
  on(disputes.list, (call, query) => listOrExport(call, disputeExport, query, { all: true }))
  on(disputes.one, ({ db }, { id }) => findDispute(db, id))
  on(disputes.preview, (call, input) =>
    inTransaction(call.db, async (db) => previewOf(await chooseVariances(db, call.user, input), todayIn(call.now))),
  )
  on(disputes.create, createDisputes)
  on(disputes.items, async (call, query) => {
    const { id, carrier, stake } = await findDispute(call.db, query.disputeId)
    const title = `Dispute ${id} with ${carrier}: ${showMoney(stake)}`
    return await listOrExport(call, disputePack(title), query, { all: true })
  })
  on(disputes.markSent, markDisputeSent)
  on(disputes.decide, decideDispute)
  on(disputes.history, async ({ db }, { id }) => {
    await findDispute(db, id)
    return await changesSince(db, 'dispute', id)
  })
}

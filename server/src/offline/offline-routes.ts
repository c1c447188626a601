import { customerMaking } from '@coverdesk/domain/customers/linked-customer-contract.ts'
import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { digitsOf } from '@coverdesk/domain/fields/personal-numbers.ts'
import { OfflineRow, offline } from '@coverdesk/domain/offline/offline-contract.ts'
import { changesSince } from '../history/record-changes.ts'
import { listOrExport } from '../platform/exports/list-export.ts'
import type { Bind } from '../platform/http/http-call.ts'
import { listPage } from '../platform/lists/list-page.ts'
import { correctOffline } from './correct/correct-offline.ts'
import { makeCustomerOfOffline } from './make-customer-of-offline.ts'
import { deleteDraft, readDraft, saveDraft } from './offline-draft.ts'
import { offlineExport, offlineList } from './offline-list.ts'
import { findOffline, idsWithSsn } from './offline-queries.ts'
import { offlineVisibility } from './offline-visibility.ts'
import { holdOffline, processOffline } from './process-offline.ts'
import { revealOffline } from './reveal-offline.ts'
import { sellingAuthority } from './selling-authority.ts'
import { submitOffline } from './submit-offline.ts'

export function offlineRoutes(on: Bind): void {
  on(offline.list, (call, query) => listOrExport(call, offlineExport, query, offlineVisibility(call.user)))
  on(offline.submit, submitOffline)
  on(offline.authority, ({ db, user, now }, { state }) => sellingAuthority(db, user.ownAgentId, state, todayIn(now)))
  on(offline.draft, readDraft)
  on(offline.keepDraft, saveDraft)
  on(offline.dropDraft, deleteDraft)
  on(offline.findBySsn, async (call, { ssn }) => {
    const ids = await idsWithSsn(call.db, call, digitsOf(ssn))
    if (ids.length === 0) return []
    const query = { pageNumber: 1, pageSize: 50, amongIds: ids.join() }
    const { text } = await listPage(call.db, offlineList, query, offlineVisibility(call.user))
    return OfflineRow.array().parse(JSON.parse(text).data)
  })
  on(offline.one, (call, { id }) => findOffline(call.db, call, id))
  on(offline.correct, correctOffline)
  on(offline.history, async (call, { id }) => {
    await findOffline(call.db, call, id)
    return await changesSince(call.db, 'offline-application', id)
  })
  on(offline.process, processOffline)
  on(offline.hold, holdOffline)
  on(offline.reveal, revealOffline)
  on(customerMaking.ofOffline, makeCustomerOfOffline)
}

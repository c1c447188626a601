import type { customers } from '@coverdesk/domain/customers/customer-contract.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import { done } from '@coverdesk/domain/platform/route.ts'
import { addStatus, findStatus } from '../history/status-history.ts'
import { giveUpMessages } from '../messages/give-up-messages.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import { inTransaction } from '../platform/db/database.ts'
import type { Handler } from '../platform/http/http-call.ts'
import { lockCustomer } from './customer-queries.ts'
import { writeCustomerStatuses } from './set-customer-statuses.ts'

/** Adds an entry to a customer's status history; the last entry is the current status (CUST-15, CUST-17). */
export const setCustomerStatus: Handler<typeof customers.setStatus> = async (call, { id, statusId, comment }) =>
  await inTransaction(call.db, async (db) => {
    await lockCustomer(db, call.user.visibility('Customer'), id)
    if ((await findStatus(db, 'customer', statusId)) === undefined)
      fail('request.invalid', { message: 'Not a status', details: [{ path: 'statusId', message: 'Not a status' }] })
    await addStatus(db, { kind: 'customer', id, statusId, comment, by: call.user.id })
    await writeCustomerStatuses(db, [{ id, value: statusId, at: null, by: null }])
    await giveUpMessages(db, [id])
    await writeAudit(db, call.audit, {
      action: 'status',
      entity: 'customer',
      entityId: id,
      outcome: 'done',
      facts: { fields: 'status', statusId },
    })
    return done
  })

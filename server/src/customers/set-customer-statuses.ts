import { fail } from '@coverdesk/domain/fail.ts'
import { sql } from 'kysely'
import { addStatuses, findStatus } from '../history/status-history.ts'
import { giveUpMessages } from '../messages/give-up-messages.ts'
import type { BulkDefinition } from '../platform/lists/bulk-definition.ts'
import { writesTable } from '../platform/lists/writes-table.ts'
import { lockPeople } from './assign-people.ts'

/** Sets the status of several customers with a comment and a history entry for each (CUST-15, CUST-17). */
export const setCustomerStatuses: BulkDefinition = {
  lock: (db, user, ids) =>
    lockPeople(db, user, ids, {
      current: sql`cu.status_id as value, s.name as "valueName", null as at`,
      condition: sql`cu.contact_id is not null`,
    }),
  mayChange: () => true,
  canSeeAll: (user) => user.visibility('Customer').all,
  nameOf: async (db, id) => (await findStatus(db, 'customer', id)) ?? fail('status.not_found'),
  refuseValue: async (_db, _user, value) => {
    if (value === null) fail('request.invalid', { message: 'Status is required' })
  },
  write: async (db, writes, { by, comment }) => {
    await addStatuses(db, 'customer', writes, { comment, by })
    await sql`
      update customers cu set status_id = w.value from ${writesTable(writes)} w where cu.contact_id = w.id`.execute(db)
    await giveUpMessages(
      db,
      writes.map(({ id }) => id),
    )
  },
}

import { fail } from '@coverdesk/domain/fail.ts'
import { sql } from 'kysely'
import { addStatuses, findStatus } from '../history/status-history.ts'
import { giveUpMessages } from '../messages/give-up-messages.ts'
import type { Db } from '../platform/db/database.ts'
import type { BulkDefinition, BulkWrite } from '../platform/lists/bulk-definition.ts'
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
    await writeCustomerStatuses(db, writes)
    await giveUpMessages(
      db,
      writes.map(({ id }) => id),
    )
  },
}

/**
 * Sets the statuses of customers and of the records merged into them: those would otherwise block the shared numbers with Do Not
 * Contact for good.
 */
export async function writeCustomerStatuses(db: Db, writes: readonly BulkWrite[]): Promise<void> {
  await sql`
    with w as materialized (select id, value from ${writesTable(writes)} w)
    update customers cu set status_id = one.value
    from (select id, value from w union all select c.id, w.value from w join contacts c on c.merged_into = w.id) one
    where cu.contact_id = one.id`.execute(db)
}

import { sectionRules } from '@coverdesk/domain/access/portal-rules.ts'
import { sql } from 'kysely'
import type { Feature } from '../feature.ts'
import { isVisibleRecord } from '../notes/noted-records.ts'
import { assignContacts, assignCustomers } from './assign-people.ts'
import { customerList } from './customer-list.ts'
import { customerRoutes } from './customer-routes.ts'
import { setCustomerStatuses } from './set-customer-statuses.ts'

export const customerFeature: Feature = {
  routes: customerRoutes,
  areas: { Customer: { list: customerList, allow: sectionRules.Customer.allow } },
  bulk: { 'customer.agent': assignCustomers, 'customer.status': setCustomerStatuses, 'contact.agent': assignContacts },
  noted: {
    customer: (db, user, id) =>
      isVisibleRecord(db, id, {
        table: 'customers',
        key: 'contact_id',
        visibility: user.visibility('Customer'),
        // A contact that was merged into another is no longer a customer.
        also: sql`not merged`,
      }),
  },
}

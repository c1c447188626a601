import { sectionRules } from '@coverdesk/domain/access/portal-rules.ts'
import { contacts } from '@coverdesk/domain/contacts/contact-contract.ts'
import { customers } from '@coverdesk/domain/customers/customer-contract.ts'
import { sql } from 'kysely'
import { contactList } from '../contacts/contact-list.ts'
import type { Feature } from '../feature.ts'
import { visibleRecords } from '../notes/noted-records.ts'
import type { SignedIn } from '../platform/auth/session.ts'
import { bulkList } from '../platform/lists/bulk-list.ts'
import { assignContacts, assignCustomers } from './assign-people.ts'
import { customerList } from './customer-list.ts'
import { customerRoutes } from './customer-routes.ts'
import { setCustomerStatuses } from './set-customer-statuses.ts'

const seesCustomers = (user: SignedIn) => user.visibility('Customer')

export const customerFeature: Feature = {
  routes: customerRoutes,
  areas: { Customer: { list: customerList, allow: sectionRules.Customer.allow } },
  bulk: { 'customer.agent': assignCustomers, 'customer.status': setCustomerStatuses, 'contact.agent': assignContacts },
  bulkLists: {
    customer: bulkList(customers.list.input, () => customerList, seesCustomers),
    contact: bulkList(contacts.list.input, () => contactList, seesCustomers),
  },
  noted: {
    customer: (db, user, ids) =>
      visibleRecords(db, ids, {
        table: 'customers',
        key: 'contact_id',
        visibility: user.visibility('Customer'),
        // A contact that was merged into another is no longer a customer.
        also: sql`not merged`,
      }),
  },
}

import { customers } from '@coverdesk/domain/customers/customer-contract.ts'
import { changesSince } from '../history/record-changes.ts'
import { statusHistory } from '../history/status-history.ts'
import { listOrExport } from '../platform/exports/list-export.ts'
import type { Bind } from '../platform/http/http-call.ts'
import { listPage } from '../platform/lists/list-page.ts'
import { createCustomer } from './create-customer.ts'
import { customerExport, customerView } from './customer-list.ts'
import { findCustomer, findCustomerAgents } from './customer-queries.ts'
import { setCustomerStatus } from './customer-status.ts'
import { saveContactMethods } from './save-contact-methods.ts'
import { updateCustomer } from './save-customer.ts'

export function customerRoutes(on: Bind): void {
  on(customers.list, (call, query) => listOrExport(call, customerExport, query, call.user.visibility('Customer')))
  on(customers.view, ({ db, user }, query) => listPage(db, customerView, query, user.visibility('Customer')))
  on(customers.agents, ({ db, user }, { q }) => findCustomerAgents(db, user.visibility('Customer'), q))
  on(customers.one, ({ db, user }, { id }) => findCustomer(db, user.visibility('Customer'), id))
  on(customers.create, createCustomer)
  on(customers.update, updateCustomer)
  on(customers.saveWays, saveContactMethods)
  on(customers.statuses, async ({ db, user }, { id }) => {
    await findCustomer(db, user.visibility('Customer'), id)
    return await statusHistory(db, 'customer', id)
  })
  on(customers.setStatus, setCustomerStatus)
  on(customers.history, async ({ db, user }, { id }) => {
    await findCustomer(db, user.visibility('Customer'), id)
    return await changesSince(db, 'customer', id)
  })
}

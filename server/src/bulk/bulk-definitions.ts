import { actionsInBulk, type BulkAction, type BulkKind } from '@coverdesk/domain/bulk/bulk-kinds.ts'
import { assignApplications } from '../applications/assign-applications.ts'
import { assignContacts, assignCustomers } from '../customers/assign-people.ts'
import { setCustomerStatuses } from '../customers/set-many-statuses.ts'
import { assignLeads, setDispositions } from '../leads/change-many-leads.ts'
import { processMany } from '../offline/process-many.ts'
import type { BulkDefinition } from '../platform/bulk-definition.ts'
import { assignLost, assignUnpaid } from '../unpaid/assign-unpaid.ts'

/** Everything that can be set of many records at once. A further one is a line here, its definition, and its name in the domain. */
export const bulkDefinitions: Readonly<Record<BulkAction, BulkDefinition>> = {
  'lead.agent': assignLeads,
  'lead.disposition': setDispositions,
  'customer.agent': assignCustomers,
  'customer.status': setCustomerStatuses,
  'contact.agent': assignContacts,
  'offline.processed': processMany,
  'application.agent': assignApplications,
  'unpaid.agent': assignUnpaid,
  'lost.agent': assignLost,
}

/** What can be set of the records of a kind. */
export function definitionsOf(kind: BulkKind): BulkDefinition[] {
  return actionsInBulk.filter((action) => action.startsWith(`${kind}.`)).map((action) => bulkDefinitions[action])
}

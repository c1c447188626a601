import { CustomerFilters } from '@coverdesk/domain/customers/customer-contract.ts'
import { Id } from '@coverdesk/domain/platform/page.ts'
import { z } from 'zod'

/** The dialogs of the section; all but `new` are about one customer. */
export const customerDialogs = ['new', 'edit', 'ways', 'notes', 'status', 'history'] as const
export type CustomerDialog = (typeof customerDialogs)[number]

/** What the address of the list holds: the call's own filters, sort and page, and the dialog that is open. */
export const CustomerAddress = CustomerFilters.extend({
  dialog: z.enum(customerDialogs).optional(),
  customer: Id.optional(),
})
export type CustomerAddress = z.infer<typeof CustomerAddress>

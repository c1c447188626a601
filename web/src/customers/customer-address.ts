import { CustomerFilters } from '@coverdesk/domain/customers/customer-contract.ts'
import { Id } from '@coverdesk/domain/platform/page.ts'
import { z } from 'zod'

/** Dialogs of the section; all except `new` are about one customer. */
export const customerDialogs = ['new', 'edit', 'ways', 'notes', 'follow-up', 'status', 'history'] as const
export type CustomerDialog = (typeof customerDialogs)[number]

/** URL state of the list: filters, sort, page, and the open dialog. */
export const CustomerAddress = CustomerFilters.extend({
  dialog: z.enum(customerDialogs).optional(),
  customer: Id.optional(),
})
export type CustomerAddress = z.infer<typeof CustomerAddress>

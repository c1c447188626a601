import { ContactFilters } from '@coverdesk/domain/contacts/contact-contract.ts'
import { Id } from '@coverdesk/domain/platform/page.ts'
import type { z } from 'zod'

/** What the address of the list holds: the call's own filters, sort and page, and the contact whose details are open. */
export const ContactAddress = ContactFilters.extend({ contact: Id.optional() })
export type ContactAddress = z.infer<typeof ContactAddress>

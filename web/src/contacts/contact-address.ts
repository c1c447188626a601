import { ContactFilters } from '@coverdesk/domain/contacts/contact-contract.ts'
import { Id } from '@coverdesk/domain/platform/page.ts'
import type { z } from 'zod'

/** URL state of the list: filters, sort, page, and the open contact. */
export const ContactAddress = ContactFilters.extend({ contact: Id.optional() })
export type ContactAddress = z.infer<typeof ContactAddress>

import { ContactFilters } from '@coverdesk/domain/contacts/contact-contract.ts'
import { Id } from '@coverdesk/domain/platform/page.ts'
import type { z } from 'zod'

/** What the address of the list holds: the call's own filters, sort and page, and the contact whose details are open. */
export const ContactAddress = ContactFilters.extend({ contact: Id.optional() })
export type ContactAddress = z.infer<typeof ContactAddress>

/** The call that an address stands for: digits of the phone, the country in upper case, no empty filters (CONTACT-02). */
export function contactQueryOf({ contact: _contact, ...query }: ContactAddress): ContactFilters {
  return query
}

/** The page as an address names it: the first one not at all. For changes that stay on the page. */
export function pageInAddress({ pageNumber }: { pageNumber: number }): number | undefined {
  return pageNumber === 1 ? undefined : pageNumber
}

import { mayReadContacts } from '@coverdesk/domain/contacts/contact-contract.ts'
import { showDate } from '@coverdesk/domain/fields/calendar-date.ts'
import { showPhone } from '@coverdesk/domain/fields/personal-numbers.ts'
import { searchDetail } from '../platform/search/search-detail.ts'
import type { SearchKind } from '../platform/search/search-kind.ts'
import { findContacts } from './find-contacts.ts'

/** Contacts and customers by name, date of birth, and any of their email addresses and phones. */
export const searchContacts: SearchKind = {
  kind: 'contact',
  allow: mayReadContacts,
  visibility: (user) => user.visibility('Customer'),
  find: async (db, visibility, term, limit) => {
    const found = await findContacts(db, visibility, term, limit)
    return found.map(({ id, name, email, phone, dob, customer }) => ({
      id,
      title: name || 'No name',
      detail: searchDetail(email, showPhone(phone), dob && `born ${showDate(dob)}`),
      badge: customer ? 'Customer' : null,
    }))
  },
}

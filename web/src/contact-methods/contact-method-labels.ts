import { type ContactMethodFieldsInput, contactListNames } from '@coverdesk/domain/contacts/contact-fields.ts'
import type { ContactMethods } from '@coverdesk/domain/contacts/contact-methods.ts'
import { showPhone } from '@coverdesk/domain/fields/personal-numbers.ts'
import type { FieldLabels } from '../ui/form/edit-conflict.tsx'

/** Contact methods as form values: phones as formatted while typing. */
export function contactMethodsForForm({ emails, phones, addresses }: ContactMethods): ContactMethodFieldsInput {
  return { emails, phones: phones.map((entry) => ({ ...entry, phone: showPhone(entry.phone) })), addresses }
}

/** Formats each list for the comparison of two versions. */
export const contactMethodLabels: FieldLabels<ContactMethodFieldsInput> = {
  emails: { label: contactListNames.emails, show: (list) => list.map(({ email }) => email).join('; ') },
  phones: { label: contactListNames.phones, show: (list) => list.map(({ phone }) => phone).join('; ') },
  addresses: {
    label: contactListNames.addresses,
    show: (list) => list.map(({ address, zipCode }) => [address, zipCode].filter(Boolean).join(', ')).join('; '),
  },
}

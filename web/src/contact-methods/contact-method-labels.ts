import { type ContactWaysInput, wayLabels } from '@coverdesk/domain/contacts/contact-fields.ts'
import type { ContactMethods } from '@coverdesk/domain/contacts/contact-methods.ts'
import { showPhone } from '@coverdesk/domain/fields/personal-numbers.ts'
import type { FieldWords } from '../ui/form/edit-conflict.tsx'

/** The kept lists of a contact as a form's fields hold them: phones as they are shown while one types. */
export function contactMethodsForForm({ emails, phones, addresses }: ContactMethods): ContactWaysInput {
  return { emails, phones: phones.map((entry) => ({ ...entry, phone: showPhone(entry.phone) })), addresses }
}

/** How the lists read where two versions stand beside each other. */
export const contactMethodLabels: FieldWords<ContactWaysInput> = {
  emails: { label: wayLabels.emails, show: (list) => list.map(({ email }) => email).join('; ') },
  phones: { label: wayLabels.phones, show: (list) => list.map(({ phone }) => phone).join('; ') },
  addresses: {
    label: wayLabels.addresses,
    show: (list) => list.map(({ address, zipCode }) => [address, zipCode].filter(Boolean).join(', ')).join('; '),
  },
}

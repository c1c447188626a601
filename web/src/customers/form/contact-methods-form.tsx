import { customers } from '@coverdesk/domain/customers/customer-contract.ts'
import {
  CustomerContactMethods,
  type CustomerContactMethodsInput,
} from '@coverdesk/domain/customers/customer-fields.ts'
import { type Profile, profile } from '@coverdesk/domain/profile/profile-contract.ts'
import { ContactMethodFields, useContactMethodChoices } from '../../contact-methods/contact-method-fields.tsx'
import { contactMethodLabels, contactMethodsForForm } from '../../contact-methods/contact-method-labels.ts'
import type { Opening } from '../../platform/address/address-dialog.ts'
import { call } from '../../platform/api/call.ts'
import { keyOf, useSend } from '../../platform/api/query.ts'
import { FormModal } from '../../ui/form/form-modal.tsx'
import type { CustomerDialog } from '../customer-address.ts'
import { showsCustomers } from './customer-form.tsx'
import { useCustomerEdit } from './use-customer-edit.tsx'
import { LoadingForm } from './use-loaded-customer.tsx'

/** Emails, phones and addresses of a customer with their purposes; the first of each is the primary one. */
export function ContactMethodsForm({ opening, onClose }: { opening: Opening<CustomerDialog>; onClose(): void }) {
  const { loaded, modal, save } = useCustomerEdit<Profile, CustomerContactMethodsInput>(opening, onClose, {
    dialog: 'ways',
    key: (id, nth) => keyOf(profile.one, { id }, nth),
    load: (id, signal) => call(profile.one, { id }, signal),
    filled: contactMethodsForForm,
    words: contactMethodLabels,
  })
  const send = useSend(customers.saveWays, { refreshes: showsCustomers })
  const choices = useContactMethodChoices(loaded)
  return (
    <FormModal<CustomerContactMethodsInput, CustomerContactMethods>
      {...modal}
      title="Contact methods"
      schema={CustomerContactMethods}
      values={loaded ? contactMethodsForForm(loaded) : {}}
      draftKey={`customer-ways:${opening.id}`}
      width={860}
      placeholder={modal.placeholder ?? (choices ? null : <LoadingForm />)}
      onSubmit={(typed) => save((target) => send.mutateAsync({ ...typed, ...target }))}
    >
      {choices ? <ContactMethodFields choices={choices} saves="Update customer" /> : null}
    </FormModal>
  )
}

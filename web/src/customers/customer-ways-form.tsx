import { wayLabels } from '@coverdesk/domain/contacts/contact-fields.ts'
import type { KeptWays } from '@coverdesk/domain/contacts/contact-ways.ts'
import { customers } from '@coverdesk/domain/customers/customer-contract.ts'
import { CustomerWays, type CustomerWaysInput } from '@coverdesk/domain/customers/customer-fields.ts'
import { showPhone } from '@coverdesk/domain/fields/personal-numbers.ts'
import { profile } from '@coverdesk/domain/profile/profile-contract.ts'
import type { Opening } from '../platform/address-dialog.ts'
import { call } from '../platform/call.ts'
import { keyOf, useSend } from '../platform/query.ts'
import { toasts } from '../platform/toasts.tsx'
import { FormModal } from '../ui/form-modal.tsx'
import { type FieldWords, useOvertaken } from '../ui/overtaken.tsx'
import { ContactWaysFields, useWayChoices } from '../ways/contact-ways.tsx'
import type { CustomerDialog } from './customer-address.ts'
import { showsCustomers } from './customer-form.tsx'
import { LoadingForm, useLoadedCustomer } from './use-loaded-customer.tsx'

/** Every e-mail, phone and address of a customer, with what each is for; the first of each is the main one. */
export function CustomerWaysForm({ opening, onClose }: { opening: Opening<CustomerDialog>; onClose(): void }) {
  const { loaded, instead, reload } = useLoadedCustomer(opening, {
    dialog: 'ways',
    key: (id, nth) => keyOf(profile.one, { id }, nth),
    load: (id, signal) => call(profile.one, { id }, signal),
  })
  const save = useSend(customers.saveWays, { refreshes: showsCustomers })
  const choices = useWayChoices(loaded)
  const overtaken = useOvertaken<CustomerWaysInput>({
    what: 'customer',
    onReload: reload,
    merge: {
      reload: async () => {
        const fresh = await reload()
        return fresh && waysOf(fresh)
      },
      fields: words,
    },
  })
  const close = () => {
    overtaken.forget()
    onClose()
  }
  return (
    <FormModal<CustomerWaysInput, CustomerWays>
      opened={opening.opened && opening.dialog === 'ways'}
      onClose={close}
      title="Ways to reach"
      schema={CustomerWays}
      values={loaded ? waysOf(loaded) : {}}
      submit="Update customer"
      keepAs={`customer-ways:${opening.id}`}
      width={860}
      instead={instead ?? (choices ? null : <LoadingForm />)}
      round={`${opening.nth} ${overtaken.round}`}
      above={overtaken.shown}
      onInvalid={() => toasts.error('Validation form errors!')}
      onSubmit={async (typed) => {
        if (!loaded) return
        try {
          await save.mutateAsync({ ...typed, id: loaded.id, version: loaded.version })
          toasts.success('Changes saved successfully!')
          close()
        } catch (failure) {
          overtaken.notice(failure)
          toasts.failure('Error saving changes', failure)
          throw failure
        }
      }}
    >
      {choices ? <ContactWaysFields choices={choices} saves="Update customer" /> : null}
    </FormModal>
  )
}

/** The lists as the form's fields hold them: phones as they are shown while one types. */
function waysOf({ emails, phones, addresses }: KeptWays): CustomerWaysInput {
  return { emails, phones: phones.map((entry) => ({ ...entry, phone: showPhone(entry.phone) })), addresses }
}

/** How the lists read where two versions stand beside each other. */
const words: FieldWords<CustomerWaysInput> = {
  emails: { label: wayLabels.emails, show: (list) => list.map(({ email }) => email).join('; ') },
  phones: { label: wayLabels.phones, show: (list) => list.map(({ phone }) => phone).join('; ') },
  addresses: {
    label: wayLabels.addresses,
    show: (list) => list.map(({ address, zipCode }) => [address, zipCode].filter(Boolean).join(', ')).join('; '),
  },
}

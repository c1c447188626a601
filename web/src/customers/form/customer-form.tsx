import { type CustomerDetail, customers } from '@coverdesk/domain/customers/customer-contract.ts'
import { telephony } from '@coverdesk/domain/telephony/telephony-contract.ts'
import { useMemo } from 'react'
import type { Opening } from '../../platform/address/address-dialog.ts'
import { call } from '../../platform/api/call.ts'
import { keyOf, useSend } from '../../platform/api/query.ts'
import { toasts } from '../../platform/toasts/toasts.tsx'
import { FormModal } from '../../ui/form/form-modal.tsx'
import type { CustomerDialog } from '../customer-address.ts'
import { searchCustomerAgents, useCustomerAgents } from '../customer-choices.ts'
import { CustomerFormFields } from './customer-form-fields.tsx'
import {
  type CustomerFilled,
  CustomerForm,
  type CustomerTyped,
  emptyCustomer,
  formOf,
  useCustomerWords,
  valuesOf,
} from './customer-values.ts'
import { useCustomerEdit } from './use-customer-edit.tsx'
import { useDuplicateNotice } from './use-duplicate-notice.ts'

interface Props {
  opening: Opening<CustomerDialog>
  onClose(): void
  onCreated(id: number): void
}

export function CustomerForms({ opening, onClose, onCreated }: Props) {
  return (
    <>
      <NewCustomer opened={opening.opened && opening.dialog === 'new'} onClose={onClose} onCreated={onCreated} />
      <EditCustomer opening={opening} onClose={onClose} />
    </>
  )
}

/** Routes that show customers, to refetch after a change. */
export const showsCustomers = [
  customers.list,
  customers.one,
  customers.everything,
  customers.history,
  customers.statuses,
  // Do Not Contact blocks the customer's numbers.
  telephony.block,
] as const

function NewCustomer({
  opened,
  onClose,
  onCreated,
}: {
  opened: boolean
  onClose(): void
  onCreated(id: number): void
}) {
  const create = useSend(customers.create, { refreshes: showsCustomers })
  const sayDuplicates = useDuplicateNotice()
  const agents = useCustomerAgents()
  const chooses = agents.length > 1
  return (
    <FormModal<CustomerForm, CustomerTyped>
      opened={opened}
      onClose={onClose}
      title="New customer"
      schema={CustomerForm}
      values={emptyCustomer}
      submit="Create customer"
      draftKey="customer:new"
      requireValid
      onInvalid={() => toasts.error('Validation form errors!')}
      onSubmit={async ({ agentId, ...typed }) => {
        try {
          // Without an agent the server assigns the customer to the user.
          const created = await create.mutateAsync({ ...typed, ...(agentId === null ? {} : { agentId }) })
          toasts.success('New Customer created successfully!')
          onCreated(created.id)
          void sayDuplicates(created.id)
        } catch (failure) {
          toasts.failure('Error saving changes', failure)
          throw failure
        }
      }}
    >
      <CustomerFormFields agent={chooses ? { search: searchCustomerAgents } : undefined} />
    </FormModal>
  )
}

function EditCustomer({ opening, onClose }: { opening: Opening<CustomerDialog>; onClose(): void }) {
  const { loaded, modal, save } = useCustomerEdit<CustomerDetail, CustomerFilled>(opening, onClose, {
    dialog: 'edit',
    key: (id, nth) => keyOf(customers.one, { id }, nth),
    load: (id, signal) => call(customers.one, { id }, signal),
    filled: formOf,
    words: useCustomerWords(),
  })
  const update = useSend(customers.update, { refreshes: showsCustomers })
  const agents = useCustomerAgents()
  const current = loaded?.agentId == null ? undefined : { value: String(loaded.agentId), label: loaded.agentName ?? '' }
  const agent = useMemo(
    () => ({
      search: searchCustomerAgents,
      nameOf: (id: string) => (id === current?.value ? current.label : undefined),
    }),
    [current?.value, current?.label],
  )
  return (
    <FormModal<CustomerForm, CustomerTyped>
      {...modal}
      title="Edit customer"
      schema={CustomerForm}
      values={loaded ? valuesOf(loaded) : {}}
      draftKey={`customer:${opening.id}`}
      requireValid
      onSubmit={(typed) => save((answers) => update.mutateAsync({ ...typed, ...answers }))}
    >
      <CustomerFormFields agent={agents.length > 1 ? agent : undefined} stateId={loaded?.stateId ?? null} />
    </FormModal>
  )
}

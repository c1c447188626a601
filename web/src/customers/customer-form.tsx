import { customers } from '@coverdesk/domain/customers/customer-contract.ts'
import { useMemo } from 'react'
import type { Opening } from '../platform/address-dialog.ts'
import { call } from '../platform/call.ts'
import { keyOf, useSend } from '../platform/query.ts'
import { toasts } from '../platform/toasts.tsx'
import { FormModal } from '../ui/form-modal.tsx'
import { useOvertaken } from '../ui/overtaken.tsx'
import type { CustomerDialog } from './customer-address.ts'
import { searchCustomerAgents, useCustomerAgents } from './customer-choices.ts'
import { CustomerFormFields } from './customer-fields.tsx'
import {
  type CustomerFilled,
  CustomerForm,
  type CustomerTyped,
  formOf,
  nobody,
  useCustomerWords,
  valuesOf,
} from './customer-values.ts'
import { useLoadedCustomer } from './use-loaded-customer.tsx'

interface Props {
  opening: Opening<CustomerDialog>
  onClose(): void
  onCreated(id: number): void
}

/** New and Edit (CUST-05 to CUST-14). */
export function CustomerForms({ opening, onClose, onCreated }: Props) {
  const is = (dialog: CustomerDialog) => opening.opened && opening.dialog === dialog
  return (
    <>
      <NewCustomer opened={is('new')} onClose={onClose} onCreated={onCreated} />
      <EditCustomer opened={is('edit')} opening={opening} onClose={onClose} />
    </>
  )
}

/** What shows customers, and is stale after one changed. */
export const showsCustomers = [
  customers.list,
  customers.one,
  customers.everything,
  customers.history,
  customers.statuses,
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
  const agents = useCustomerAgents()
  const chooses = agents.length > 1
  return (
    <FormModal<CustomerForm, CustomerTyped>
      opened={opened}
      onClose={onClose}
      title="New customer"
      schema={CustomerForm}
      values={nobody}
      submit="Create customer"
      keepAs="customer:new"
      whenRight
      onInvalid={() => toasts.error('Validation form errors!')}
      onSubmit={async ({ agentId, ...typed }) => {
        try {
          // Left open, the server says whose it is: the person's own.
          const made = await create.mutateAsync({ ...typed, ...(agentId === null ? {} : { agentId }) })
          toasts.success('New Customer created successfully!')
          onCreated(made.id)
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

function EditCustomer({
  opened,
  opening,
  onClose,
}: {
  opened: boolean
  opening: Opening<CustomerDialog>
  onClose(): void
}) {
  const { loaded, instead, reload } = useLoadedCustomer(opening, {
    dialog: 'edit',
    key: (id, nth) => keyOf(customers.one, { id }, nth),
    load: (id, signal) => call(customers.one, { id }, signal),
  })
  const update = useSend(customers.update, { refreshes: showsCustomers })
  const words = useCustomerWords()
  const agents = useCustomerAgents()
  const overtaken = useOvertaken<CustomerFilled>({
    what: 'customer',
    onReload: reload,
    merge: {
      reload: async () => {
        const fresh = await reload()
        return fresh && formOf(fresh)
      },
      fields: words,
    },
  })
  const close = () => {
    overtaken.forget()
    onClose()
  }
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
      opened={opened}
      onClose={close}
      title="Edit customer"
      schema={CustomerForm}
      values={loaded ? valuesOf(loaded) : {}}
      submit="Update customer"
      keepAs={`customer:${opening.id}`}
      instead={instead}
      round={`${opening.nth} ${overtaken.round}`}
      above={overtaken.shown}
      whenRight
      onInvalid={() => toasts.error('Validation form errors!')}
      onSubmit={async (typed) => {
        if (!loaded) return
        try {
          await update.mutateAsync({ ...typed, id: loaded.id, version: loaded.version })
          toasts.success('Changes saved successfully!')
          close()
        } catch (failure) {
          overtaken.notice(failure)
          toasts.failure('Error saving changes', failure)
          throw failure
        }
      }}
    >
      <CustomerFormFields agent={agents.length > 1 ? agent : undefined} stateId={loaded?.stateId ?? null} />
    </FormModal>
  )
}

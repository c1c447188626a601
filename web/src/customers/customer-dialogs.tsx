import { customers } from '@coverdesk/domain/customers/customer-contract.ts'
import { customerTone } from '@coverdesk/domain/customers/customer-fields.ts'
import { notedKinds } from '@coverdesk/domain/notes/noted-kinds.ts'
import { useQuery } from '@tanstack/react-query'
import { HistoryDialog } from '../history/history-dialog.tsx'
import { StatusDialog } from '../history/status-dialog.tsx'
import { NotesDialog } from '../notes/notes-dialog.tsx'
import type { Opening } from '../platform/address/address-dialog.ts'
import { apiQuery, invalidate, useSend } from '../platform/api/query.ts'
import { failureMessage } from '../platform/failures/failure-message.ts'
import type { CustomerDialog } from './customer-address.ts'
import { useCustomerStatuses } from './customer-choices.ts'
import { nameOf } from './customer-words.ts'
import { ContactMethodsForm } from './form/contact-methods-form.tsx'
import { CustomerForms, showsCustomers } from './form/customer-form.tsx'

interface Props {
  opening: Opening<CustomerDialog>
  /** Fields already known from the list; the name appears in the titles. */
  known: { fullName: string; status: string; statusId: number } | undefined
  onClose(): void
  onCreated(id: number): void
}

/**
 * Dialogs about customers, on the list and on a customer's page. All stay mounted, so that focus returns to the
 * trigger.
 */
export function CustomerDialogs({ opening, known, onClose, onCreated }: Props) {
  const { id, opened, dialog } = opening
  const statuses = useCustomerStatuses()
  const setStatus = useSend(customers.setStatus, { refreshes: showsCustomers })
  const customer = useQuery({
    ...apiQuery(customers.one, { id: id ?? 0 }),
    enabled: opened && known === undefined && id !== undefined && dialog !== 'edit' && dialog !== 'ways',
  })
  const about = known ?? customer.data
  const name = about ? nameOf(about) : 'this customer'
  const is = (wanted: CustomerDialog) => opened && dialog === wanted && id !== undefined
  return (
    <>
      <CustomerForms opening={opening} onClose={onClose} onCreated={onCreated} />
      <ContactMethodsForm opening={opening} onClose={onClose} />
      <StatusDialog
        opened={is('status')}
        draftKey={id === undefined ? undefined : `customer:${id}`}
        onClose={onClose}
        name={name}
        current={about?.status}
        tone={customerTone(about?.statusId ?? null)}
        statuses={statuses}
        onSubmit={(change) => setStatus.mutateAsync({ ...change, id: id ?? 0 })}
      />
      <CustomerHistory id={id} opened={is('history')} name={name} onClose={onClose} />
      <NotesDialog
        of={
          (is('notes') || is('follow-up')) && id !== undefined
            ? { entityMetadataId: notedKinds.customer.id, entityId: id, name }
            : null
        }
        startsWithDate={dialog === 'follow-up'}
        onClose={() => {
          // New notes appear on the timeline too.
          void invalidate(customers.everything)
          onClose()
        }}
      />
    </>
  )
}

function CustomerHistory(props: { id: number | undefined; opened: boolean; name: string; onClose(): void }) {
  const { id = 0, opened, name, onClose } = props
  const statuses = useQuery({ ...apiQuery(customers.statuses, { id }), enabled: opened })
  const changes = useQuery({ ...apiQuery(customers.history, { id }), enabled: opened })
  const failure = statuses.failureReason ?? changes.failureReason
  return (
    <HistoryDialog
      opened={opened}
      onClose={onClose}
      name={name}
      history={statuses.data && changes.data ? { statuses: statuses.data, changes: changes.data } : undefined}
      failed={
        failure
          ? {
              why: failureMessage(failure),
              retry: () => void Promise.all([statuses.refetch(), changes.refetch()]),
            }
          : undefined
      }
      toneOf={customerTone}
    />
  )
}

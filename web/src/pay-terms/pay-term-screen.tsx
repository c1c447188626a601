import { mayWritePayTerms } from '@coverdesk/domain/pay-terms/pay-term-rights.ts'
import type { uplines } from '@coverdesk/domain/pay-terms/upline-contract.ts'
import type { Route } from '@coverdesk/domain/platform/route.ts'
import { IconEdit, IconHistory, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useHasAccess } from '../access/current-user.ts'
import { RecordHistory } from '../history/record-history.tsx'
import type { ListScreenProps } from '../lists/list-screen-props.ts'
import { apiQuery, useSend } from '../platform/api/query.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx'

const noRight = "You don't have permission to change what agents are paid"

interface Row {
  id: number
  version: number
}

/** Calls that are the same for each kind of terms. */
interface Calls {
  list: Route
  history: typeof uplines.history
  remove: typeof uplines.remove
}

/** State of a list of terms: which dialog is open on which row, and the buttons and actions that open them. */
export function usePayTermScreen<Shown extends Row>(chosen: readonly Shown[], noun: string) {
  const [open, setOpen] = useState<'form' | 'history' | 'delete'>()
  const [form, setForm] = useState<Shown>()
  const [used, setUsed] = useState(false)
  const mayWrite = useHasAccess(mayWritePayTerms)
  const [first] = chosen
  const noSelection = first ? undefined : `Select ${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun} first`
  const show = (row: Shown | undefined) => {
    if (!mayWrite) return
    setForm(row)
    setUsed(true)
    setOpen('form')
  }
  const create = () => show(undefined)
  const capital = noun.charAt(0).toUpperCase() + noun.slice(1)
  const buttons: ListScreenProps<Shown, string>['buttons'] = [
    {
      label: `New ${capital}`,
      short: 'New',
      icon: IconPlus,
      primary: true,
      keys: 'n',
      description: `New ${noun}`,
      refused: mayWrite ? undefined : noRight,
      onClick: create,
    },
  ]
  const actions: ListScreenProps<Shown, string>['actions'] = [
    { label: 'History', icon: IconHistory, refused: noSelection, onClick: () => first && setOpen('history') },
    {
      label: 'Delete',
      icon: IconTrash,
      danger: true,
      refused: mayWrite ? noSelection : noRight,
      onClick: () => first && mayWrite && setOpen('delete'),
    },
    {
      label: `Edit ${capital}`,
      icon: IconEdit,
      inHeader: true,
      keys: 'e',
      description: `Edit the selected ${noun}`,
      refused: mayWrite ? noSelection : noRight,
      onClick: () => first && show(first),
    },
  ]
  return {
    mayWrite,
    buttons,
    actions,
    create,
    onOpen: mayWrite ? show : undefined,
    /** The dialog was opened before; it stays mounted, so that focus returns. */
    used,
    /** For the dialog that edits `row`; undefined creates one. */
    form: { opened: open === 'form', row: form, onClose: () => setOpen(undefined) },
    /** For PayTermDialogs. */
    dialogs: {
      noun,
      deleting: open === 'delete' ? first : undefined,
      shown: open === 'history' ? first : undefined,
      onClose: () => setOpen(undefined),
    },
  }
}

interface DialogsProps<Shown extends Row> {
  calls: Calls
  noun: string
  nameOf(row: Shown): string
  deleting: Shown | undefined
  shown: Shown | undefined
  onDeleted(): void
  onClose(): void
}

/** History of a row, and the question before it is deleted. */
export function PayTermDialogs<Shown extends Row>({ calls, noun, nameOf, ...props }: DialogsProps<Shown>) {
  const { deleting, shown, onDeleted, onClose } = props
  const remove = useSend(calls.remove, { refreshes: [calls.list] })
  return (
    <>
      <RecordHistory
        changesOf={(id) => apiQuery(calls.history, { id })}
        record={shown}
        nameOf={nameOf}
        onClose={onClose}
      />
      <ConfirmDialog
        opened={deleting !== undefined}
        title={`Delete ${noun}`}
        text={
          deleting
            ? `Delete ${nameOf(deleting)}? If it was right until now, edit it and enter its end instead. Closed pay runs don't change.`
            : ''
        }
        yes={`Delete ${noun}`}
        danger
        onNo={onClose}
        onYes={async () => {
          if (!deleting) return
          await remove.mutateAsync({ id: deleting.id, version: deleting.version })
          toasts.success(`${noun.charAt(0).toUpperCase()}${noun.slice(1)} deleted`)
          onDeleted()
          onClose()
        }}
      />
    </>
  )
}

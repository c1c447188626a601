import { bulk } from '@coverdesk/domain/bulk/bulk-contract.ts'
import { Failure } from '@coverdesk/domain/failures.ts'
import { notedKinds } from '@coverdesk/domain/notes/noted-kinds.ts'
import { callsOfVariant, type UnpaidRow } from '@coverdesk/domain/unpaid/unpaid-contract.ts'
import type { UnpaidVariant } from '@coverdesk/domain/unpaid/unpaid-variants.ts'
import { useMemo, useRef } from 'react'
import { BulkDialogs } from '../bulk/bulk-dialogs.tsx'
import type { BulkActionForm } from '../bulk/bulk-form.tsx'
import { StatusDialog } from '../history/status-dialog.tsx'
import { searchAgents } from '../lookups/lookup-choices.ts'
import { NotesDialog } from '../notes/notes-dialog.tsx'
import { invalidate, useSend } from '../platform/api/query.ts'
import type { Choice } from '../ui/choices/choice.ts'
import { UnpaidHistory } from './unpaid-history.tsx'
import { toneOf } from './unpaid-words.ts'

/** Dialogs of the screen, about one policy or about the selected ones. */
export type UnpaidDialog =
  | { dialog: 'notes' | 'status' | 'history'; id: number }
  | { dialog: 'assign'; ids: readonly number[] }
  | { dialog: 'recent' }

interface Props {
  variant: UnpaidVariant
  open: UnpaidDialog | null
  rows: readonly UnpaidRow[]
  statuses: readonly Choice[]
  onClose(): void
  /** Called after an assignment; clears the selection. */
  onAssigned(): void
}

export function UnpaidDialogs({ variant, open, rows, statuses, onClose, onAssigned }: Props) {
  const calls = callsOfVariant[variant]
  const { setStatus, assign, list, summary, statuses: past, history } = calls
  const refreshes = useMemo(() => [list, summary, past, history], [list, summary, past, history])
  const change = useSend(setStatus, { refreshes })
  const give = useSend(assign, { refreshes: [...refreshes, bulk[variant].recent] })
  const question: BulkActionForm = {
    action: `${variant}.agent`,
    title: 'Assign',
    label: 'Agent',
    none: 'Agent of record',
    verb: 'Assign',
    source: { search: searchAgents('Policy') },
    success: 'Assignment done successfully!',
    send: (agentId, records) =>
      give.mutateAsync({
        agentId: agentId ?? 0,
        listIds: records.map(({ id }) => id),
        marks: records.map(({ mark }) => mark),
      }),
  }
  const last = useRef<UnpaidRow>(undefined)
  const current = open && 'id' in open ? rows.find(({ id }) => id === open.id) : undefined
  if (current) last.current = current
  const row = last.current
  const is = (dialog: UnpaidDialog['dialog']) => open?.dialog === dialog && row !== undefined
  const name = row ? `${row.insuredName}, ${row.policyNumber}` : ''
  const many =
    open?.dialog === 'assign' ? { action: question.action, ids: open.ids } : open?.dialog === 'recent' ? 'recent' : null
  return (
    <>
      <NotesDialog
        of={row && is('notes') ? { entityMetadataId: notedKinds[variant].id, entityId: row.id, name } : null}
        onClose={onClose}
      />
      <StatusDialog
        opened={is('status')}
        onClose={onClose}
        name={name}
        current={row?.status}
        tone={toneOf(row?.status ?? '')}
        statuses={statuses}
        onSubmit={async (input) => {
          if (!row) return
          await change.mutateAsync({ ...input, id: row.id, version: row.version }).catch((failure: unknown) => {
            // Reloads, so that the other user's change is visible before a retry.
            if (failure instanceof Failure && failure.status === 409) void invalidate(...refreshes)
            throw failure
          })
        }}
      />
      <UnpaidHistory
        variant={variant}
        row={row}
        opened={is('history')}
        name={name}
        onClose={onClose}
        statuses={statuses}
      />
      <BulkDialogs
        kind={variant}
        open={many}
        questions={[question]}
        refreshes={refreshes}
        onClose={onClose}
        onDone={onAssigned}
      />
    </>
  )
}

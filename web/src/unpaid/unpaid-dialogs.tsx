import { Failure } from '@coverdesk/domain/failures.ts'
import { notedKinds } from '@coverdesk/domain/notes/noted-kinds.ts'
import { callsOfVariant, type UnpaidRow } from '@coverdesk/domain/unpaid/unpaid-contract.ts'
import type { UnpaidVariant } from '@coverdesk/domain/unpaid/unpaid-variants.ts'
import { useRef } from 'react'
import { BulkDialogs } from '../bulk/bulk-dialogs.tsx'
import type { useBulk } from '../bulk/use-bulk.ts'
import { StatusDialog } from '../history/status-dialog.tsx'
import { NotesDialog } from '../notes/notes-dialog.tsx'
import { invalidate, useSend } from '../platform/api/query.ts'
import type { Choice } from '../ui/choices/choice.ts'
import { UnpaidHistory } from './unpaid-history.tsx'
import { toneOf } from './unpaid-words.ts'
import { useAssignment } from './use-assignment.ts'

/** Dialogs of the screen about one policy. */
export type UnpaidDialog = { dialog: 'notes' | 'status' | 'history'; id: number }

interface Props {
  variant: UnpaidVariant
  open: UnpaidDialog | null
  rows: readonly UnpaidRow[]
  statuses: readonly Choice[]
  onClose(): void
  assigning: ReturnType<typeof useBulk>['dialogs']
}

export function UnpaidDialogs({ variant, open, rows, statuses, assigning, onClose }: Props) {
  const calls = callsOfVariant[variant]
  const { question, refreshes } = useAssignment(variant)
  const change = useSend(calls.setStatus, { refreshes })
  const last = useRef<UnpaidRow>(undefined)
  const current = open ? rows.find(({ id }) => id === open.id) : undefined
  if (current) last.current = current
  const row = last.current
  const is = (dialog: UnpaidDialog['dialog']) => open?.dialog === dialog && row !== undefined
  const name = row ? `${row.insuredName}, ${row.policyNumber}` : ''
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
      <BulkDialogs kind={variant} {...assigning} questions={[question]} refreshes={refreshes} />
    </>
  )
}

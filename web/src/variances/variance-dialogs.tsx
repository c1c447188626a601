import { bulk } from '@coverdesk/domain/bulk/bulk-contract.ts'
import { Failure } from '@coverdesk/domain/failures.ts'
import { notedKinds } from '@coverdesk/domain/notes/noted-kinds.ts'
import { type VarianceRow, variances } from '@coverdesk/domain/variances/variance-contract.ts'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { HistoryDialog } from '../history/history-dialog.tsx'
import { StatusDialog } from '../history/status-dialog.tsx'
import { NotesDialog } from '../notes/notes-dialog.tsx'
import { apiQuery, invalidate, useSend } from '../platform/api/query.ts'
import { failureMessage } from '../platform/failures/failure-message.ts'
import type { Choice } from '../ui/choices/choice.ts'
import { VarianceDetail } from './variance-detail.tsx'
import { statusTone, varianceName } from './variance-words.ts'

export type VarianceDialog = { dialog: 'detail' | 'notes' | 'status' | 'history'; id: number }

/** Routes whose answers a change of a variance makes old. */
export const varianceRefreshes = [
  variances.list,
  variances.summary,
  variances.one,
  variances.statuses,
  variances.history,
  bulk.variance.recent,
]

interface Props {
  open: VarianceDialog | null
  rows: readonly VarianceRow[]
  statuses: readonly Choice[]
  onClose(): void
}

/** Dialogs about one variance. */
export function VarianceDialogs({ open, rows, statuses, onClose }: Props) {
  const change = useSend(variances.setStatus, { refreshes: varianceRefreshes })
  const last = useRef<VarianceRow>(undefined)
  const current = open ? rows.find(({ id }) => id === open.id) : undefined
  if (current) last.current = current
  const row = last.current
  const is = (dialog: VarianceDialog['dialog']) => open?.dialog === dialog && row !== undefined
  const name = row ? varianceName(row) : ''
  return (
    <>
      <VarianceDetail row={is('detail') ? row : undefined} onClose={onClose} />
      <NotesDialog
        of={row && is('notes') ? { entityMetadataId: notedKinds.variance.id, entityId: row.id, name } : null}
        onClose={onClose}
      />
      <StatusDialog
        opened={is('status')}
        onClose={onClose}
        name={name}
        current={row?.status}
        tone={statusTone(row?.status ?? '')}
        statuses={statuses}
        onSubmit={async (input) => {
          if (!row) return
          await change.mutateAsync({ ...input, id: row.id, version: row.version }).catch((failure: unknown) => {
            // Reloads, so that the other user's change is visible before a retry.
            if (failure instanceof Failure && failure.status === 409) void invalidate(...varianceRefreshes)
            throw failure
          })
        }}
      />
      <VarianceHistory id={row?.id ?? 0} opened={is('history')} name={name} statuses={statuses} onClose={onClose} />
    </>
  )
}

interface HistoryProps {
  id: number
  opened: boolean
  name: string
  statuses: readonly Choice[]
  onClose(): void
}

/** Status history of a variance, with its assignments. */
function VarianceHistory({ id, opened, name, statuses, onClose }: HistoryProps) {
  const past = useQuery({ ...apiQuery(variances.statuses, { id }), enabled: opened })
  const changes = useQuery({ ...apiQuery(variances.history, { id }), enabled: opened })
  const failure = past.failureReason ?? changes.failureReason
  const nameOf = (statusId: number) => statuses.find(({ value }) => value === String(statusId))?.label ?? ''
  const retry = () => void Promise.all([past.refetch(), changes.refetch()])
  const withoutStatus = changes.data?.filter((one) => one.changes.every(({ field }) => field !== 'Status'))
  return (
    <HistoryDialog
      opened={opened}
      onClose={onClose}
      name={name}
      ends
      emptyTitle="No status yet"
      toneOf={(statusId) => statusTone(nameOf(statusId))}
      history={past.data && withoutStatus ? { statuses: past.data, changes: withoutStatus } : undefined}
      failed={failure ? { why: failureMessage(failure), retry } : undefined}
    />
  )
}

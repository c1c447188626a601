import { type ApplicationRow, applications } from '@coverdesk/domain/applications/application-contract.ts'
import { countOf } from '@coverdesk/domain/bulk/bulk-kinds.ts'
import { useRef } from 'react'
import { useSend } from '../platform/api/query.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx'
import { applicantOf } from './application-words.ts'

interface Props {
  rows: readonly ApplicationRow[] | null
  onClose(): void
  /** Called after the change. */
  onDone(): void
}

/** Delete sets all selected applications to Void, which is final (APP-16), so it asks first. */
export function DeleteApplications({ rows, onClose, onDone }: Props) {
  const set = useSend(applications.setStatus, {
    refreshes: [applications.list, applications.one, applications.history],
  })
  const last = useRef(rows)
  if (rows) last.current = rows
  const shown = last.current ?? []
  const [first, second] = shown
  const what = first && !second ? `the application of ${applicantOf(first)}` : countOf('application', shown.length)
  return (
    <ConfirmDialog
      opened={rows !== null}
      title="Delete"
      text={`Delete ${what}? The status becomes Void, which is final; ${second ? 'they stay' : 'it stays'} in the list.`}
      yes="Delete"
      no="Keep"
      danger
      onNo={onClose}
      onYes={async () => {
        try {
          await set.mutateAsync({ ids: shown.map(({ id }) => id), statusTypeCode: 'VOID' })
        } catch (failure) {
          toasts.failure('Set status error', failure)
          throw failure
        }
        toasts.success('Set status success!')
        onDone()
      }}
    />
  )
}

import { policies } from '@coverdesk/domain/policies/policy-contract.ts'
import { type ImportBatch, uploads } from '@coverdesk/domain/uploads/upload-contract.ts'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { apiQuery, useSend } from '../../platform/api/query.ts'
import { toasts } from '../../platform/toasts/toasts.tsx'
import { showCount } from '../../ui/basics/cell-value.tsx'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import { longScope } from '../upload-period.ts'
import { undoInWords } from './batch-words.ts'

interface Props {
  /** The upload to undo; null when closed. */
  batch: ImportBatch | null
  onDone(): void
}

/** Confirms and undoes an upload; the question names its exact effect (P-60). */
export function UndoUpload({ batch, onDone }: Props) {
  const refreshes = [uploads.batches, uploads.carriers, ...Object.values(policies)]
  const undo = useSend(uploads.undo, { refreshes })
  const shown = useRef(batch)
  if (batch) shown.current = batch
  const current = shown.current
  const obstacle = useQuery({
    ...apiQuery(uploads.undoObstacle, { batchId: current?.id ?? 0 }),
    enabled: batch !== null,
    staleTime: 0,
  })
  const reason = obstacle.data?.reason ?? null
  const run = () =>
    current &&
    undo.mutateAsync({ batchId: current.id }).then(() => {
      toasts.success(`${current.fileName} is undone`)
      onDone()
    })
  return (
    <ConfirmDialog
      opened={batch !== null}
      title={reason === null ? 'Undo this upload?' : "This upload can't be undone"}
      text={
        current && reason !== null ? (
          <>
            <strong>{current.fileName}</strong> can’t be undone now. {reason}.
          </>
        ) : current ? (
          <>
            Undo <strong>{current.fileName}</strong> ({longScope(current)}): {undoInWords(current.counts, current.kind)}
            .{current.counts.unchanged > 0 ? ` The other ${showCount(current.counts.unchanged)} stay as they are.` : ''}
          </>
        ) : null
      }
      yes="Undo"
      no={reason === null ? 'Keep it' : 'Close'}
      danger
      refused={reason !== null}
      onYes={async () => void (await run())}
      onNo={onDone}
    />
  )
}

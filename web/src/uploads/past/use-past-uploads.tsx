import { type ImportBatch, uploads } from '@coverdesk/domain/uploads/upload-contract.ts'
import { IconArrowBackUp, IconDownload, IconEye } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useCallback, useState } from 'react'
import { useHasAccess } from '../../access/current-user.ts'
import type { ListAction } from '../../lists/list-action.ts'
import { apiQuery } from '../../platform/api/query.ts'
import { whyNotUndo } from './batch-words.ts'
import { downloadRefused, PastUploadModal } from './past-upload-modal.tsx'
import { UndoUpload } from './undo-upload.tsx'

interface PastUploads {
  rows: readonly ImportBatch[]
  chosen: ImportBatch | undefined
  /** Id of the open upload; any, not only one of the rows. */
  opened: number | undefined
  detail: { open(id: number): void; close(): void }
}

/** Actions on past uploads: details, refused rows, and undo of a carrier's newest. */
export function usePastUploads({ rows, chosen, opened, detail }: PastUploads) {
  const [undoing, setUndoing] = useState<ImportBatch | null>(null)
  const mayLoad = useHasAccess(uploads.undo.allow)
  const row = rows.find((batch) => batch.id === opened)
  const elsewhere = useQuery({
    ...apiQuery(uploads.batches, { batch: opened }),
    enabled: opened !== undefined && row === undefined,
  })
  const shown = row ?? (opened === undefined ? undefined : elsewhere.data?.data[0]) ?? null
  const { open: openId } = detail
  const open = useCallback((batch: ImportBatch) => openId(batch.id), [openId])
  const dialogs: ReactNode = (
    <>
      <PastUploadModal
        batch={shown}
        notUndo={shown ? whyNotUndo(shown, mayLoad) : undefined}
        onUndo={setUndoing}
        onClose={detail.close}
      />
      {/* Closes after the event; otherwise the dialog below would handle the same Esc. */}
      <UndoUpload batch={undoing} onDone={() => setTimeout(() => setUndoing(null))} />
    </>
  )
  return { open, dialogs, actions: chosen ? actionsOf(chosen) : [] }

  function actionsOf(batch: ImportBatch): ListAction[] {
    return [
      { label: 'View', icon: IconEye, hint: '↵', onClick: () => open(batch) },
      {
        label: 'Refused rows (CSV)',
        icon: IconDownload,
        refused: batch.counts.refused === 0 ? 'No rows of this file were refused' : undefined,
        onClick: () => void downloadRefused(batch),
      },
      {
        label: 'Undo',
        icon: IconArrowBackUp,
        refused: whyNotUndo(batch, mayLoad),
        onClick: () => setUndoing(batch),
      },
    ]
  }
}

import { type ImportBatch, uploads } from '@coverdesk/domain/uploads/upload-contract.ts'
import { IconArrowBackUp, IconDownload, IconEye } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useHasAccess } from '../../access/current-user.ts'
import type { ListAction } from '../../lists/list-action.ts'
import { whyNotUndo } from './batch-words.ts'
import { downloadRefused, PastUploadModal } from './past-upload-modal.tsx'
import { UndoUpload } from './undo-upload.tsx'

/** Actions on past uploads: details, refused rows, and undo of a carrier's newest. */
export function usePastUploads(rows: readonly ImportBatch[], chosen: ImportBatch | undefined) {
  const [opened, setOpened] = useState<number | null>(null)
  const [undoing, setUndoing] = useState<ImportBatch | null>(null)
  const mayLoad = useHasAccess(uploads.undo.allow)
  const shown = rows.find((batch) => batch.id === opened) ?? null
  const open = (batch: ImportBatch) => setOpened(batch.id)
  const dialogs: ReactNode = (
    <>
      <PastUploadModal
        batch={shown}
        notUndo={shown ? whyNotUndo(shown, mayLoad) : undefined}
        onUndo={setUndoing}
        asking={undoing !== null}
        onClose={() => setOpened(null)}
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

import type { OutputOf } from '@coverdesk/domain/platform/route.ts'
import { type ImportBatch, uploads } from '@coverdesk/domain/uploads/upload-contract.ts'
import { IconArrowBackUp, IconDownload, IconEye } from '@tabler/icons-react'
import { useState } from 'react'
import { useMayPass } from '../access/person.ts'
import { failureMessage } from '../platform/failure-message.ts'
import { useScreenPreference } from '../shell/screen-preference.ts'
import { DataTable } from '../ui/data-table.tsx'
import type { Sorting } from '../ui/list-column.ts'
import { SelectionBar } from '../ui/selection-bar.tsx'
import { whyNotUndo } from './batch-words.ts'
import { pastUploadColumns, pastUploadPhone } from './past-upload-columns.tsx'
import { downloadRefused, PastUploadModal } from './past-upload-modal.tsx'
import { UndoUpload } from './undo-upload.tsx'

interface Props {
  page: OutputOf<typeof uploads.batches> | undefined
  busy: boolean
  error: Error | null
  retry(): void
  offset: number
  expected: number
  sorting: Sorting<'loadedAt'>
  onSort(sorting: Sorting<'loadedAt'>): void
  empty: { why: string; action?: { label: string; onClick(): void } }
}

const initial = {}
const nobody: ReadonlySet<string> = new Set()

/** Past uploads: who, when, what; a load's refused rows as a file, and the undo of a carrier's newest. */
export function PastUploads({ page, error, retry, ...list }: Props) {
  const [selected, setSelected] = useState(nobody)
  const [opened, setOpened] = useState<number | null>(null)
  const [undoing, setUndoing] = useState<ImportBatch | null>(null)
  const remember = useScreenPreference('uploads', initial)
  const mayLoad = useMayPass(uploads.undo.allow)
  const chosen = page?.data.find((batch) => selected.has(String(batch.id)))
  const shown = page?.data.find((batch) => batch.id === opened) ?? null
  return (
    <>
      <DataTable
        {...list}
        label="Past uploads"
        columns={pastUploadColumns}
        rows={page?.data}
        rowKey={(batch) => String(batch.id)}
        rowName={(batch) => batch.fileName}
        total={page?.totalRecords ?? 0}
        failed={error ? { title: "Past uploads haven't loaded?", why: failureMessage(error), retry } : undefined}
        onOpen={(batch) => setOpened(batch.id)}
        selects="one"
        selected={selected}
        onSelect={setSelected}
        remember={remember}
        phone={pastUploadPhone}
      />
      <SelectionBar
        count={chosen ? 1 : 0}
        note={chosen?.fileName}
        actions={chosen ? actionsOf(chosen) : []}
        onClear={() => setSelected(nobody)}
      />
      <PastUploadModal
        batch={shown}
        notUndo={shown ? whyNotUndo(shown, mayLoad) : undefined}
        onUndo={setUndoing}
        asking={undoing !== null}
        onClose={() => setOpened(null)}
      />
      {/* The question goes after the event: its Esc would else be heard by the load behind it too. */}
      <UndoUpload batch={undoing} onDone={() => setTimeout(() => setUndoing(null))} />
    </>
  )

  function actionsOf(batch: ImportBatch) {
    return [
      {
        label: 'View',
        icon: <IconEye size={16} stroke={1.75} aria-hidden />,
        hint: '↵',
        onClick: () => setOpened(batch.id),
      },
      {
        label: 'Refused rows, csv',
        icon: <IconDownload size={16} stroke={1.75} aria-hidden />,
        refused: batch.counts.refused === 0 ? 'No row of this file was refused' : undefined,
        onClick: () => void downloadRefused(batch),
      },
      {
        label: 'Undo',
        icon: <IconArrowBackUp size={16} stroke={1.75} aria-hidden />,
        refused: whyNotUndo(batch, mayLoad),
        onClick: () => setUndoing(batch),
      },
    ]
  }
}

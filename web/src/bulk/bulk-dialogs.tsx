import type { BulkAction, BulkKind } from '@coverdesk/domain/bulk/bulk-kinds.ts'
import type { Route } from '@coverdesk/domain/platform/route.ts'
import { useRef } from 'react'
import { usePhone } from '../ui/basics/use-phone.ts'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { type BulkActionForm, BulkForm } from './bulk-form.tsx'
import { RecentBulk } from './recent-bulk.tsx'

/** Open dialog: an action on the selected records, or the recent changes. */
export type BulkOpen = { action: BulkAction; ids: readonly number[] } | 'recent' | null

interface BulkDialogsProps {
  kind: BulkKind
  open: BulkOpen
  /** Bulk actions of this kind of record. */
  questions: readonly BulkActionForm[]
  /** Routes to refetch after a change or an undo. */
  refreshes: readonly Route[]
  onClose(): void
  /** Called after a change; clears the selection. */
  onDone(): void
}

/**
 * Dialogs of bulk changes: choose, preview, recent changes with undo. A change applies to all records or none. Keep it
 * mounted, so that focus returns to its trigger.
 */
export function BulkDialogs({ kind, open, questions, refreshes, onClose, onDone }: BulkDialogsProps) {
  const phone = usePhone()
  const current = open === 'recent' ? null : open
  const last = useRef(current)
  if (current) last.current = current
  const shown = last.current
  const question = questions.find(({ action }) => action === shown?.action)
  return (
    <>
      <Dialog
        opened={current !== null}
        onClose={onClose}
        title={question?.title ?? ''}
        size={520}
        fullScreen={phone}
        centered
      >
        {question && shown ? (
          <BulkForm
            kind={kind}
            question={question}
            ids={shown.ids}
            refreshes={refreshes}
            onClose={onClose}
            onDone={onDone}
          />
        ) : null}
      </Dialog>
      <RecentBulk opened={open === 'recent'} onClose={onClose} kind={kind} refreshes={refreshes} />
    </>
  )
}

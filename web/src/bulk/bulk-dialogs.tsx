import type { BulkAction, BulkKind } from '@coverdesk/domain/bulk/bulk-kinds.ts'
import type { Route } from '@coverdesk/domain/platform/route.ts'
import { useRef } from 'react'
import { usePhone } from '../ui/basics/use-phone.ts'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { BulkForm, type BulkQuestion } from './bulk-form.tsx'
import { RecentBulk } from './recent-bulk.tsx'

/** What is open: the question about the selected records, or what was changed last. */
export type BulkOpen = { action: BulkAction; ids: readonly number[] } | 'recent' | null

interface BulkDialogsProps {
  kind: BulkKind
  open: BulkOpen
  /** What can be set of many of the kind. */
  questions: readonly BulkQuestion[]
  /** Shown anew after a change, and after one was taken back. */
  refreshes: readonly Route[]
  onClose(): void
  /** After a change: nothing is selected any more. */
  onDone(): void
}

/**
 * The dialogs about many records of a list: what to set, what that would change, and the last changes with their undo.
 * All are changed or none. Keep it mounted, so that focus finds its way back.
 */
export function BulkDialogs({ kind, open, questions, refreshes, onClose, onDone }: BulkDialogsProps) {
  const phone = usePhone()
  const asked = open === 'recent' ? null : open
  const last = useRef(asked)
  if (asked) last.current = asked
  const shown = last.current
  const question = questions.find(({ action }) => action === shown?.action)
  return (
    <>
      <Dialog
        opened={asked !== null}
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

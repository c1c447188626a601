import type { BulkAction, BulkKind } from '@coverdesk/domain/bulk/bulk-kinds.ts'
import type { Route } from '@coverdesk/domain/platform/route.ts'
import { lazy, Suspense, useRef } from 'react'
import { usePhone } from '../ui/basics/use-phone.ts'
import { useCloseQuestion } from '../ui/form/use-close-question.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import type { BulkActionForm, BulkSelection } from './bulk-action-form.ts'

const BulkForm = lazy(async () => ({ default: (await import('./bulk-form.tsx')).BulkForm }))
const MatchingForm = lazy(async () => ({ default: (await import('./matching-form.tsx')).MatchingForm }))
const RecentBulk = lazy(async () => ({ default: (await import('./recent-bulk.tsx')).RecentBulk }))

/** Open dialog: an action on the selected records, or the recent changes. */
export type BulkOpen = ({ action: BulkAction } & BulkSelection) | 'recent' | null

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
 * Dialogs of bulk changes: choose, preview, recent changes with undo. A change of named records applies to all or none.
 * Keep it mounted, so that focus returns to its trigger.
 */
export function BulkDialogs({ kind, open, questions, refreshes, onClose, onDone }: BulkDialogsProps) {
  const phone = usePhone()
  const current = open === 'recent' ? null : open
  const last = useRef(current)
  const recent = useRef(false)
  if (current) last.current = current
  if (open === 'recent') recent.current = true
  const shown = last.current
  const question = questions.find(({ action }) => action === shown?.action)
  const { unsaved, close, question: closeQuestion } = useCloseQuestion(current !== null, onClose)
  const onUnsaved = (is: boolean) => {
    unsaved.current = is
  }
  const props = { kind, refreshes, onClose: close, onDone, onUnsaved }
  return (
    <>
      <Dialog
        opened={current !== null}
        onClose={close}
        title={question?.title ?? ''}
        size={520}
        fullScreen={phone}
        centered
      >
        <Suspense>
          {question && shown ? (
            'ids' in shown ? (
              <BulkForm {...props} question={question} ids={shown.ids} />
            ) : (
              <MatchingForm {...props} question={question} {...shown} />
            )
          ) : null}
        </Suspense>
      </Dialog>
      {closeQuestion}
      <Suspense>
        {recent.current ? (
          <RecentBulk opened={open === 'recent'} onClose={onClose} kind={kind} refreshes={refreshes} />
        ) : null}
      </Suspense>
    </>
  )
}

import { notes } from '@coverdesk/domain/notes/note-contract.ts'
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useRef } from 'react'
import { apiQuery } from '../platform/api/query.ts'
import { failureMessage } from '../platform/failures/failure-message.ts'
import { useCloseQuestion } from '../ui/form/use-close-question.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { FailedState } from '../ui/page/failed-state.tsx'
import '../ui/overlay/overlay-styles.ts'
import { SkeletonBar } from '../ui/basics/skeleton-bar.tsx'
import { usePhone } from '../ui/basics/use-phone.ts'
import { NoteComposer } from './note-composer.tsx'
import { NoteList } from './note-list.tsx'
import css from './notes.module.css'

/** Record that notes belong to: kind (noted-kinds.ts), id and name. */
export interface Noted {
  entityMetadataId: number
  entityId: number
  name: string
}

interface Props {
  of: Noted | null
  /** The follow-up date has the focus first. */
  startsWithDate?: boolean
  onClose(): void
}

/**
 * Notes on a record, newest first, with a form for a new one. Keep it mounted and pass `of: null` to close it, so that
 * focus returns to its trigger. Closing with unsent input asks 'Really close?'.
 */
export function NotesDialog({ of, startsWithDate = false, onClose }: Props) {
  const { unsaved, close, question } = useCloseQuestion(of !== null, onClose)
  // Keeps its content while the dialog fades out.
  const last = useRef(of)
  if (of) last.current = of
  const phone = usePhone()
  const shown = of ?? last.current
  return (
    <>
      <Dialog
        opened={of !== null}
        onClose={close}
        title={
          <>
            Notes <span className={css.of}>{shown?.name}</span>
          </>
        }
        size={560}
        fullScreen={phone}
        centered
        closeOnClickOutside={false}
      >
        {shown ? (
          <Notes
            key={`${shown.entityMetadataId} ${shown.entityId}`}
            of={shown}
            startsWithDate={startsWithDate}
            unsaved={unsaved}
          />
        ) : null}
      </Dialog>
      {question}
    </>
  )
}

interface NotesProps {
  of: Noted
  startsWithDate: boolean
  unsaved: RefObject<boolean>
}

function Notes({ of, startsWithDate, unsaved }: NotesProps) {
  const record = { entityId: of.entityId, entityMetadataId: of.entityMetadataId }
  const { data, failureReason, refetch } = useQuery(apiQuery(notes.list, record))
  return (
    <div className={css.notes}>
      <NoteComposer record={record} startsWithDate={startsWithDate} unsaved={unsaved} />
      {data ? (
        <NoteList notes={data} />
      ) : failureReason ? (
        <FailedState
          title="Couldn't load the notes."
          why={failureMessage(failureReason)}
          retry={() => void refetch()}
        />
      ) : (
        <div className={css.waiting} role="status" aria-label="Loading notes">
          <SkeletonBar width="40%" />
          <SkeletonBar width="80%" />
        </div>
      )}
    </div>
  )
}

import { showDate } from '@coverdesk/domain/fields/calendar-date.ts'
import { notes as contract, type Note } from '@coverdesk/domain/notes/note-contract.ts'
import { UnstyledButton } from '@mantine/core'
import { IconCalendarEvent, IconPaperclip } from '@tabler/icons-react'
import { downloadFile } from '../platform/api/call.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import { showFileSize } from '../ui/basics/file-size.ts'
import { showInstant } from '../ui/basics/instant.ts'
import css from './notes.module.css'

/** Notes with author, date and attachment, newest first. */
export function NoteList({ notes }: { notes: readonly Note[] }) {
  if (notes.length === 0) return <p className={css.none}>No notes yet</p>
  return (
    <ol className={css.list} aria-label="Notes">
      {notes.map((note) => (
        <li key={note.id}>
          <div className={css.head}>
            <span className={css.author}>{note.createdBy}</span>
            <time className="figures" dateTime={note.createdDate}>
              {showInstant(note.createdDate)}
            </time>
          </div>
          <p className={css.text}>{note.noteBody}</p>
          {note.followUpOn ? (
            <p className={css.due}>
              <IconCalendarEvent size={14} stroke={1.75} aria-hidden />
              {note.followedUp ? 'Followed up' : `Follow up on ${showDate(note.followUpOn)}`}
            </p>
          ) : null}
          {note.doc ? <Attachment id={note.id} {...note.doc} /> : null}
        </li>
      ))}
    </ol>
  )
}

function Attachment({ id, name, bytes }: { id: number; name: string; bytes: number }) {
  const save = () =>
    downloadFile(contract.attachment, { noteId: id }).catch((error) => toasts.failure('Error downloading', error))
  return (
    <UnstyledButton className={css.attached} onClick={() => void save()} title="Download">
      <IconPaperclip size={14} stroke={1.75} aria-hidden />
      <span className={css.file}>{name}</span>
      <span className={css.size}>{showFileSize(bytes)}</span>
    </UnstyledButton>
  )
}

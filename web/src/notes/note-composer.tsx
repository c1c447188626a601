import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { maxAttachmentBytes, maxNoteLength } from '@coverdesk/domain/notes/note-contract.ts'
import { ActionIcon, Button, Textarea } from '@mantine/core'
import { IconAlertCircle, IconPaperclip, IconX } from '@tabler/icons-react'
import { type DragEvent, type KeyboardEvent, type RefObject, useId, useRef, useState } from 'react'
import { showFileSize } from '../ui/basics/file-size.ts'
import { usePhone } from '../ui/basics/use-phone.ts'
import { DateBox } from '../ui/dates/date-box.tsx'
import { LeaveQuestion } from '../ui/form/leave-question.tsx'
import css from './notes.module.css'
import { useNewNote } from './use-new-note.ts'

interface NoteComposerProps {
  record: { entityId: number; entityMetadataId: number }
  /** The follow-up date has the focus first, not the text. */
  startsWithDate: boolean
  /** Whether there is unsent text or an attachment that the user has not given up. */
  unsaved: RefObject<boolean>
}

/** Form of a new note with one attachment, chosen or dropped. Ctrl+Enter submits. */
export function NoteComposer({ record, startsWithDate, unsaved }: NoteComposerProps) {
  const note = useNewNote(record, unsaved)
  const { text, setText, file, setFile, followUpOn, setFollowUpOn, dateProblem, sending } = note
  const [askedWithDate, setAskedWithDate] = useState(false)
  const send = () => {
    setAskedWithDate(true)
    if (!dateProblem) note.send()
  }
  const [refused, setRefused] = useState<string>()
  const [over, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const words = useRef<HTMLTextAreaElement>(null)
  const refusedId = useId()
  const size = usePhone() ? 'xl' : 'sm'
  const empty = text.trim() === ''

  const attach = (files: FileList | null) => {
    const [first, second] = files ?? []
    if (!first) return
    if (second) return setRefused('Attach one file at a time')
    if (first.size > maxAttachmentBytes)
      return setRefused(`The file can be at most 5 MB; ${first.name} has ${showFileSize(first.size)}`)
    setRefused(undefined)
    setFile(first)
    // The focused button is replaced by the file.
    words.current?.focus()
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    attach(event.dataTransfer.files)
  }
  const keys = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    if (!empty && !sending) send()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is for the mouse; the button in it does the same by keyboard
    <div
      className={css.composer}
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Textarea
        ref={words}
        label="New note"
        autosize
        minRows={3}
        maxRows={12}
        maxLength={maxNoteLength}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={keys}
        data-autofocus={startsWithDate ? undefined : true}
      />
      <DateBox
        size={size}
        className={css.followUp}
        label="Follow up on"
        description="Your landing page reminds you on that day."
        notBefore={todayIn(new Date())}
        value={followUpOn}
        onChange={setFollowUpOn}
        data-autofocus={startsWithDate || undefined}
        error={askedWithDate ? dateProblem : undefined}
      />
      <div className={css.under}>
        {file ? (
          <span className={css.chosen}>
            <IconPaperclip size={14} stroke={1.75} aria-hidden />
            <span className={css.file}>{file.name}</span>
            <span className={css.size}>{showFileSize(file.size)}</span>
            <ActionIcon
              size="sm"
              variant="subtle"
              color="gray"
              aria-label={`Remove ${file.name}`}
              onClick={() => {
                setFile(null)
                words.current?.focus()
              }}
            >
              <IconX size={14} stroke={1.75} />
            </ActionIcon>
          </span>
        ) : (
          <Button
            size={size}
            variant="subtle"
            leftSection={<IconPaperclip size={16} stroke={1.75} aria-hidden />}
            onClick={() => input.current?.click()}
            aria-describedby={refusedId}
          >
            Attach file
          </Button>
        )}
        <Button size={size} variant="filled" disabled={empty} loading={sending} onClick={send}>
          Make Note
        </Button>
      </div>
      <div id={refusedId} className={css.refused} role="alert">
        {refused ? (
          <>
            <IconAlertCircle size={14} stroke={1.75} aria-hidden /> {refused}
          </>
        ) : null}
      </div>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="Attachment"
        onChange={(event) => {
          attach(event.currentTarget.files)
          event.currentTarget.value = ''
        }}
      />
      <LeaveQuestion isUnsaved={() => !sending && unsaved.current} />
    </div>
  )
}

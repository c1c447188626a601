import { isCalendarDate, todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { home } from '@coverdesk/domain/home/home-contract.ts'
import { followUpProblem } from '@coverdesk/domain/notes/follow-up.ts'
import { notes } from '@coverdesk/domain/notes/note-contract.ts'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { sendForm } from '../platform/api/call.ts'
import { invalidate } from '../platform/api/query.ts'
import { deleteDraft, findDraft, saveDraft } from '../platform/session/draft.ts'
import { currentToken } from '../platform/session/session.ts'
import { toasts } from '../platform/toasts/toasts.tsx'

const nothing = { noteBody: '' }

/**
 * Draft of a note: cleared after creation, except for what was typed since it was sent; kept after a failure. The text
 * survives the end of the session (P-85).
 */
export function useNewNote(record: { entityId: number; entityMetadataId: number }, onUnsaved: (is: boolean) => void) {
  const keepAs = `note:${record.entityMetadataId}:${record.entityId}`
  const [text, setText] = useState(() => {
    const draft = findDraft(keepAs)?.values.noteBody
    return typeof draft === 'string' ? draft : ''
  })
  const [file, setFile] = useState<File | null>(null)
  const [followUpOn, setFollowUpOn] = useState('')
  const dateProblem = followUpOn === '' ? undefined : problemOf(followUpOn)

  useEffect(() => {
    onUnsaved(text.trim() !== '' || file !== null)
    saveDraft(keepAs, 'Notes', { noteBody: text }, nothing)
  }, [text, file, keepAs, onUnsaved])
  useEffect(
    () => () => {
      if (currentToken() !== null) deleteDraft(keepAs)
    },
    [keepAs],
  )

  const { mutate, isPending } = useMutation({
    mutationFn: (sent: { text: string; followUpOn: string; file: File | null }) =>
      sendForm(notes.add, { ...record, noteBody: sent.text, followUpOn: sent.followUpOn }, sent.file),
    // The next note may have been begun by now.
    onSuccess: async (_answer, sent) => {
      setText((now) => (now === sent.text ? '' : now))
      setFile((now) => (now === sent.file ? null : now))
      setFollowUpOn((now) => (now === sent.followUpOn ? '' : now))
      await invalidate(notes.list, home.day)
    },
    onError: (error) => toasts.failure("Couldn't create note:", error),
  })
  return {
    text,
    setText,
    file,
    setFile,
    followUpOn,
    setFollowUpOn,
    dateProblem,
    send: () => mutate({ text, followUpOn, file }),
    sending: isPending,
  }
}

function problemOf(day: string): string | undefined {
  return isCalendarDate(day) ? followUpProblem(day, todayIn(new Date())) : 'Must be valid date'
}

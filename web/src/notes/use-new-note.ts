import { isCalendarDate, todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { home } from '@coverdesk/domain/home/home-contract.ts'
import { followUpProblem } from '@coverdesk/domain/notes/follow-up.ts'
import { notes } from '@coverdesk/domain/notes/note-contract.ts'
import { useMutation } from '@tanstack/react-query'
import { type RefObject, useEffect, useState } from 'react'
import { invalidate, useOneAtATime } from '../platform/api/query.ts'
import { sendForm } from '../platform/api/send-file.ts'
import { deleteDraft, findDraft, saveDraft } from '../platform/session/draft.ts'
import { currentToken } from '../platform/session/session.ts'
import { toasts } from '../platform/toasts/toasts.tsx'

const nothing = { noteBody: '', followUpOn: '' }

/**
 * Draft of a note: cleared after creation, except for what was typed since it was sent; kept after a failure. Text and
 * follow-up day survive the end of the session (P-85).
 */
export function useNewNote(record: { entityId: number; entityMetadataId: number }, unsaved: RefObject<boolean>) {
  const keepAs = `note:${record.entityMetadataId}:${record.entityId}`
  const drafted = (field: keyof typeof nothing) => () => {
    const draft = findDraft(keepAs)?.values[field]
    return typeof draft === 'string' ? draft : ''
  }
  const [text, setText] = useState(drafted('noteBody'))
  const [file, setFile] = useState<File | null>(null)
  const [followUpOn, setFollowUpOn] = useState(drafted('followUpOn'))
  const dateProblem = followUpOn === '' ? undefined : problemOf(followUpOn)

  useEffect(() => {
    unsaved.current = text.trim() !== '' || followUpOn !== '' || file !== null
    saveDraft(keepAs, 'Notes', { noteBody: text, followUpOn }, nothing)
  }, [text, followUpOn, file, keepAs, unsaved])
  useEffect(
    () => () => {
      if (currentToken() !== null) deleteDraft(keepAs)
    },
    [keepAs],
  )

  const adding = useMutation({
    mutationFn: (sent: { text: string; followUpOn: string; file: File | null }) =>
      sendForm(notes.add, { ...record, noteBody: sent.text, followUpOn: sent.followUpOn }, sent.file),
    // The next note may have been begun by now.
    onSuccess: async (_answer, sent, dismissEarlier) => {
      dismissEarlier()
      setText((now) => (now === sent.text ? '' : now))
      setFile((now) => (now === sent.file ? null : now))
      setFollowUpOn((now) => (now === sent.followUpOn ? '' : now))
      await invalidate(notes.list, home.day)
    },
    onMutate: () => toasts.earlierErrors(),
    onError: (error) => toasts.failure("Couldn't create note:", error),
  })
  const { mutate, isPending } = useOneAtATime(adding)
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

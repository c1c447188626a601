import { useEffect } from 'react'
import { hasFailed, useRunningUploads } from '../running/running-upload.ts'

interface SentForm {
  form: { sentAs: string | null; turn: number }
  change(part: { sentAs: null; turn: number }): void
  clear(): void
}

/** When the dialog reopens, clears a file that is loaded or in progress, and keeps one that failed. */
export function useFreshForm(shown: boolean, { form, change, clear }: SentForm): void {
  const sent = useRunningUploads().find((upload) => upload.runId === form.sentAs)
  useEffect(() => {
    if (!shown || !sent) return
    if (hasFailed(sent)) change({ sentAs: null, turn: form.turn + 1 })
    else clear()
  })
}

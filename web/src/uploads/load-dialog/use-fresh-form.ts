import { useEffect } from 'react'
import { hasFailed, useRunningUploads } from '../running/running-upload.ts'

interface SentForm {
  form: { sentAs: string | null; attempt: number }
  change(part: { sentAs: null; attempt: number }): void
  clear(): void
}

/** When the dialog reopens, clears a file that is loaded or in progress, and keeps one that failed. */
export function useFreshForm(shown: boolean, { form, change, clear }: SentForm): void {
  const sent = useRunningUploads().find((upload) => upload.runId === form.sentAs)
  useEffect(() => {
    if (!shown || !sent) return
    if (hasFailed(sent)) change({ sentAs: null, attempt: form.attempt + 1 })
    else clear()
  })
}

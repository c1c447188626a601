import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { deleteDraft, findDraft, isDifferent, saveDraft } from '../../platform/session/draft.ts'
import { currentToken } from '../../platform/session/session.ts'
import css from './draft-notice.module.css'

interface DraftNoticeProps<Input extends FieldValues, Output> {
  form: UseFormReturn<Input, unknown, Output>
  /** Identifies the form and the record it edits: 'user:17'. */
  draftKey: string
  /** Name of the form on screen. */
  title: string
}

/**
 * Restores a form's unsaved input after the session ended (P-85). While the form is open its changes are kept in
 * memory; reopening it starts from them, with a notice and a way to discard them. Closing the form while signed in
 * discards them. The draft is merged over the current record; fields that someone else changed too are listed.
 */
export function DraftNotice<Input extends FieldValues, Output>({
  form,
  draftKey,
  title,
}: DraftNoticeProps<Input, Output>) {
  const [restored, setRestored] = useState<'as typed' | 'over newer' | null>(null)
  useEffect(() => {
    let before = structuredClone(form.getValues())
    const draft = findDraft(draftKey)
    if (draft) {
      form.reset({ ...before, ...draft.values }, { keepDefaultValues: true })
      const changed = Object.entries(draft.before).some(([name, value]) => isDifferent(value, before[name]))
      setRestored(changed ? 'over newer' : 'as typed')
    }
    const stop = form.subscribe({
      formState: { values: true, isDirty: true },
      callback: ({ values, isDirty }) => {
        if (isDirty) return saveDraft(draftKey, title, values, before)
        before = structuredClone(values)
        deleteDraft(draftKey)
        setRestored(null)
      },
    })
    return () => {
      stop()
      if (currentToken() !== null) deleteDraft(draftKey)
    }
  }, [form, draftKey, title])
  if (restored === null) return null
  return (
    <div className={css.notice} role="status">
      <span>
        Your unsaved changes were restored.
        {restored === 'over newer' && ' Someone else changed the same fields since then. Review them before you save.'}
      </span>
      <Button size="xs" variant="subtle" onClick={() => form.reset()}>
        Discard
      </Button>
    </div>
  )
}

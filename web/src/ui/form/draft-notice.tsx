import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { deleteDraft, differ, findDraft, saveDraft } from '../../platform/session/draft.ts'
import { currentToken } from '../../platform/session/session.ts'
import css from './draft-notice.module.css'

interface KeptNoticeProps<Input extends FieldValues, Output> {
  form: UseFormReturn<Input, unknown, Output>
  /** Identifies the form and the record it edits: 'user:17'. */
  keepAs: string
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
  keepAs,
  title,
}: KeptNoticeProps<Input, Output>) {
  const [restored, setRestored] = useState<'as typed' | 'over newer' | null>(null)
  useEffect(() => {
    let before = structuredClone(form.getValues())
    const text = findDraft(keepAs)
    if (text) {
      form.reset({ ...before, ...text.values }, { keepDefaultValues: true })
      const overtaken = Object.entries(text.before).some(([name, value]) => differ(value, before[name]))
      setRestored(overtaken ? 'over newer' : 'as typed')
    }
    const stop = form.subscribe({
      formState: { values: true, isDirty: true },
      callback: ({ values, isDirty }) => {
        if (isDirty) return saveDraft(keepAs, title, values, before)
        before = structuredClone(values)
        deleteDraft(keepAs)
        setRestored(null)
      },
    })
    return () => {
      stop()
      if (currentToken() !== null) deleteDraft(keepAs)
    }
  }, [form, keepAs, title])
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

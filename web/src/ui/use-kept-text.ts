import { useEffect, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { dropText, keepText, keptText } from '../platform/kept-text.ts'
import { currentToken } from '../platform/session.ts'

/**
 * Lets a form's unsaved text survive the end of the session (P-85): while the form is open and changed, its values are
 * kept under `key` in memory, and the form begins with what was kept. `restored` says so until `discard` brings back the
 * form's own values. Closing the form while signed in forgets the text. Without `key` nothing is kept.
 */
export function useKeptText<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  { key, title }: { key: string | undefined; title: string },
): { restored: boolean; discard: () => void } {
  const [restored, setRestored] = useState(false)
  useEffect(() => {
    if (key === undefined) return
    const text = keptText(key)
    if (text) {
      form.reset({ ...form.getValues(), ...text }, { keepDefaultValues: true })
      setRestored(true)
    }
    const stop = form.subscribe({
      formState: { values: true, isDirty: true },
      callback: ({ values, isDirty }) => (isDirty ? keepText(key, title, values) : dropText(key)),
    })
    return () => {
      stop()
      if (currentToken() !== null) dropText(key)
    }
  }, [form, key, title])
  const discard = () => {
    form.reset()
    setRestored(false)
    if (key !== undefined) dropText(key)
  }
  return { restored, discard }
}

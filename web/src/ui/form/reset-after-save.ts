import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form'
import { isDifferent } from '../../platform/session/draft.ts'
import { setField } from './set-field.ts'

/**
 * Returns how to start a form over with its values after the save that begins now. What the user types while it is sent
 * stays; a late answer would otherwise overwrite it.
 */
export function resetAfterSave<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
): (saved: DefaultValues<Input>) => void {
  const sent: Input = structuredClone(form.getValues())
  return (saved) => {
    const typed: Input = structuredClone(form.getValues())
    const names: (keyof Input & string)[] = Object.keys(typed)
    form.reset(saved)
    for (const name of names) if (isDifferent(typed[name], sent[name])) setField(form.setValue, name, typed[name])
  }
}

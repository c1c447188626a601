import type { FieldValues, FormState } from 'react-hook-form'

/**
 * Whether a field differs from its default. `isDirty` alone is also true when a field without a default value is
 * registered, such as two radio buttons of which none is chosen.
 */
export function isChanged<Input extends FieldValues>({ isDirty, dirtyFields }: FormState<Input>): boolean {
  return isDirty && Object.keys(dirtyFields).length > 0
}

import type { FieldValues, Path, PathValue } from 'react-hook-form'

/** Sets a form field by name as if the user had typed it. */
export function setField<Values extends FieldValues>(
  setValue: (
    name: Path<Values>,
    value: PathValue<Values, Path<Values>>,
    options: { shouldDirty: boolean; shouldTouch: boolean },
  ) => void,
  name: keyof Values & string,
  value: Values[keyof Values & string],
): void {
  // The name of a value is a path of the form; the library's path type cannot express that for values of any shape.
  const path = name as string as Path<Values>
  setValue(path, value as PathValue<Values, Path<Values>>, { shouldDirty: true, shouldTouch: true })
}

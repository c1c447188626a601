import { useId } from 'react'
import type { FieldValues, Path } from 'react-hook-form'
import { TextField } from '../ui/fields/text-fields.tsx'

interface CityFieldProps<Values extends FieldValues> {
  name: Path<Values>
  label: string
  /** Cities of the ZIP code. */
  cities: readonly { id: number; name: string }[]
  required?: boolean
  optional?: boolean
  maxLength: number
  autoComplete?: string
}

/** City as text; suggests the cities of a ZIP code that has several. */
export function CityField<Values extends FieldValues>({ cities, ...props }: CityFieldProps<Values>) {
  const listId = useId()
  const suggests = cities.length > 1
  return (
    <>
      <TextField<Values> {...props} {...(suggests ? { list: listId } : {})} />
      {suggests ? (
        <datalist id={listId}>
          {cities.map(({ id, name }) => (
            <option key={id} value={name} />
          ))}
        </datalist>
      ) : null}
    </>
  )
}

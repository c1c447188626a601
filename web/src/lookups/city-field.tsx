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

/** City as text; suggests the cities of the ZIP code. */
export function CityField<Values extends FieldValues>({ cities, ...props }: CityFieldProps<Values>) {
  const listId = useId()
  return (
    <>
      <TextField<Values> {...props} list={listId} />
      <datalist id={listId}>
        {cities.map(({ id, name }) => (
          <option key={id} value={name} />
        ))}
      </datalist>
    </>
  )
}

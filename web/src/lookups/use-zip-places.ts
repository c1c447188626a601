import { lookups, type ZipPlace } from '@coverdesk/domain/lookups/lookup-contract.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { type FieldValues, type Path, useFormContext, useFormState, useWatch } from 'react-hook-form'
import { apiQuery } from '../platform/api/query.ts'

/** Field of a form that a ZIP code determines. */
export interface PlaceField<Values extends FieldValues> {
  name: Path<Values>
  /** Its value for the place; `only` is null where the ZIP code has several cities. */
  of(place: ZipPlace, only: ZipPlace | null): string | number | null
}

/** State by its code and city by its name, the two fields of most forms. */
export function stateAndCity<Values extends FieldValues>(
  state: Path<Values>,
  city: Path<Values>,
): readonly PlaceField<Values>[] {
  return [
    { name: state, of: (place) => place.state },
    { name: city, of: (_, only) => only?.name ?? '' },
  ]
}

const none: readonly ZipPlace[] = []

/**
 * Fills in the fields of a typed ZIP code, widest first: those that are empty or still as it filled them. What the user
 * typed stays, and nothing narrower is filled where it differs. Returns the cities, to choose from several.
 */
export function useZipPlaces<Values extends FieldValues>(
  zipName: Path<Values>,
  fields: readonly PlaceField<Values>[],
): readonly ZipPlace[] {
  const { getValues, setValue, getFieldState, control } = useFormContext()
  const formState = useFormState({ control, name: zipName })
  const { isDirty } = getFieldState(zipName, formState)
  const { isSubmitted } = formState
  const typed: unknown = useWatch({ control, name: zipName })
  const zip = typeof typed === 'string' ? typed.slice(0, 5) : ''
  const { data: places = none } = useQuery({
    ...apiQuery(lookups.zipCode, { zip }),
    enabled: isDirty && /^\d{5}$/.test(zip),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const filled = useRef(new Map<string, unknown>())
  useEffect(() => {
    const [place] = places
    if (!place || !isDirty) return
    const only = places.length === 1 ? place : null
    for (const { name: path, of } of fields) {
      const name: string = path
      const value: unknown = getValues(name)
      const wanted = of(place, only)
      const isOurs = value === '' || value === null || value === undefined || value === filled.current.get(name)
      if (!isOurs && value !== wanted) return
      filled.current.set(name, wanted)
      if (value !== wanted) setValue(name, wanted, { shouldDirty: true, shouldValidate: isSubmitted })
    }
  }, [places, isDirty, fields, getValues, setValue, isSubmitted])
  return places
}

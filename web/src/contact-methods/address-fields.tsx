import type { ContactMethodFieldsInput } from '@coverdesk/domain/contacts/contact-fields.ts'
import type { LookupItem } from '@coverdesk/domain/lookups/lookup-contract.ts'
import { useMemo, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { searchCitiesOfState, useStatesOfCountry } from '../lookups/lookup-choices.ts'
import { type PlaceField, useZipPlaces } from '../lookups/use-zip-places.ts'
import type { Choice } from '../ui/choices/choice.ts'
import { ChoiceSelect } from '../ui/choices/choice-select.tsx'
import type { ChoiceSource } from '../ui/choices/use-choices.ts'
import { DigitsField } from '../ui/fields/digit-fields.tsx'
import { TextField } from '../ui/fields/text-fields.tsx'
import { textOf, useField } from '../ui/fields/use-field.tsx'
import { FieldRow } from '../ui/form/page-form.tsx'
import { PurposeChecks } from './purpose-checks.tsx'

interface AddressFieldsProps {
  index: number
  /** Whether it is the user's own address; sets the browser's autofill. */
  own: boolean
  countries: readonly Choice[]
  purposes: readonly LookupItem[]
  cityName(id: string): string | undefined
}

/** Country, state and city of an address by their ids. */
const placesOf = (index: number): readonly PlaceField<ContactMethodFieldsInput>[] => [
  { name: `addresses.${index}.countryId`, of: (place) => place.countryId },
  { name: `addresses.${index}.stateId`, of: (place) => place.stateId },
  { name: `addresses.${index}.cityId`, of: (_, only) => only?.id ?? null },
]

/**
 * One address: line, ZIP code, and country, state and city from the lookup lists, each depending on the previous one
 * (PROFILE-03). The ZIP code fills them in.
 */
export function AddressFields({ index, own, countries, purposes, cityName }: AddressFieldsProps) {
  const name = `addresses.${index}` as const
  const { setValue } = useFormContext<ContactMethodFieldsInput>()
  const [countryId, stateId] = useWatch<
    ContactMethodFieldsInput,
    [`${typeof name}.countryId`, `${typeof name}.stateId`]
  >({
    name: [`${name}.countryId`, `${name}.stateId`],
  })
  const states = useStatesOfCountry(countryId)
  const places = useMemo(() => placesOf(index), [index])
  const cities = useZipPlaces<ContactMethodFieldsInput>(`${name}.zipCode`, places)
  // The name stays known while the ZIP code is typed again.
  const [filledNames] = useState(() => new Map<string, string>())
  for (const { id, name } of cities) filledNames.set(String(id), name)
  const nameOfCity = (id: string) => filledNames.get(id) ?? cityName(id)
  const clear = (part: 'stateId' | 'cityId') => setValue(`${name}.${part}`, null, { shouldDirty: true })
  return (
    <>
      <TextField<ContactMethodFieldsInput>
        name={`${name}.address`}
        label="Address"
        maxLength={95}
        autoComplete={own ? 'street-address' : 'off'}
      />
      <FieldRow>
        <DigitsField<ContactMethodFieldsInput>
          name={`${name}.zipCode`}
          label="ZIP code"
          optional
          most={9}
          autoComplete={own ? 'postal-code' : 'off'}
        />
        <PlaceSelect
          name={`${name}.countryId`}
          label="Country"
          source={{ choices: countries }}
          onPick={() => {
            clear('stateId')
            clear('cityId')
          }}
        />
      </FieldRow>
      <FieldRow>
        <PlaceSelect
          name={`${name}.stateId`}
          label="State"
          source={{ choices: states }}
          waitsFor={countryId ? undefined : 'Choose a country first'}
          onPick={() => clear('cityId')}
        />
        <PlaceSelect
          // Another state has other cities: clears the selected city and the search.
          key={stateId}
          name={`${name}.cityId`}
          label="City"
          source={{ search: (typed) => searchCitiesOfState(Number(stateId), typed), nameOf: nameOfCity }}
          waitsFor={stateId ? undefined : 'Choose a state first'}
        />
      </FieldRow>
      <PurposeChecks name={`${name}.purposes`} purposes={purposes} />
    </>
  )
}

interface PlaceSelectProps {
  name: `addresses.${number}.${'countryId' | 'stateId' | 'cityId'}`
  label: string
  source: ChoiceSource
  /** What must be selected first, if it is not. */
  waitsFor?: string | undefined
  onPick?(): void
}

function PlaceSelect({ name, label, source, waitsFor, onPick }: PlaceSelectProps) {
  const field = useField<ContactMethodFieldsInput>({ name, label, optional: true })
  const { rightSection: _, ...frame } = field.frame
  return (
    <ChoiceSelect
      {...frame}
      inputRef={field.ref}
      source={source}
      clearable
      disabled={waitsFor !== undefined}
      placeholder={waitsFor}
      value={textOf(field.value)}
      onChange={(value) => {
        field.change(value === '' ? null : Number(value))
        onPick?.()
      }}
      onBlur={field.blur}
    />
  )
}

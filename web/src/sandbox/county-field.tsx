import { sandbox } from '@coverdesk/domain/sandbox/sandbox-contract.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { apiQuery } from '../platform/api/query.ts'
import { ShortSelectField } from '../ui/fields/choice-fields.tsx'
import type { HouseholdTyped } from './household-typed.ts'

/** County of the ZIP code; selected automatically if there is only one. */
export function CountyField({ visit }: { visit: string }) {
  const { setValue, getValues } = useFormContext<HouseholdTyped>()
  const zipCode = useWatch<HouseholdTyped, 'zipCode'>({ name: 'zipCode' })
  const whole = /^\d{5}$/.test(zipCode)
  const { data } = useQuery({
    ...apiQuery(sandbox.counties, { visit, zipCode }),
    enabled: whole,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const counties = whole ? data : undefined
  useEffect(() => {
    if (!counties) return
    const [only] = counties.length === 1 ? counties : []
    const current = getValues('countyFips')
    const chosen = only?.fips ?? (counties.some(({ fips }) => fips === current) ? current : '')
    if (chosen !== current) setValue('countyFips', chosen, { shouldDirty: true })
  }, [counties, getValues, setValue])
  return (
    <ShortSelectField<HouseholdTyped>
      name="countyFips"
      label="County"
      help={counties?.length === 0 ? 'No such zip code' : undefined}
      choices={(counties ?? []).map(({ fips, name, state }) => ({ value: fips, label: `${name}, ${state}` }))}
    />
  )
}

import type { HouseholdInput } from '@coverdesk/domain/eligibility/household.ts'
import { type PlanCounty, plans } from '@coverdesk/domain/plans/plan-contract.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { apiQuery, queryClient } from '../../platform/api/query.ts'
import { ShortSelectField } from '../../ui/fields/choice-fields.tsx'
import css from './household-form.module.css'
import { useVisitorTexts } from './visitor-texts.ts'

export const countiesQuery = (zipCode: string) => ({
  ...apiQuery(plans.counties, { zipCode }),
  staleTime: Number.POSITIVE_INFINITY,
})

/** County of the ZIP code, asked where there are several. */
export function CountyField() {
  const texts = useVisitorTexts()
  const { control, setValue, getValues } = useFormContext<HouseholdInput>()
  const zipCode = useWatch({ control, name: 'zipCode' })
  const { data } = useQuery({ ...countiesQuery(zipCode), enabled: /^\d{5}$/.test(zipCode) })
  useEffect(() => {
    if (data && !data.some(({ fips }) => fips === getValues('countyFips'))) setValue('countyFips', '')
  }, [data, getValues, setValue])
  if (!data || data.length < 2) return null
  return (
    <div className={css.county}>
      <ShortSelectField<HouseholdInput>
        name="countyFips"
        label={texts.county}
        help={texts.countyHelp}
        choices={data.map(({ fips, name, state }) => ({ value: fips, label: `${name}, ${state}` }))}
      />
    </div>
  )
}

/** The field of the place that is still wrong; none when the counties cannot be loaded, since prices need none. */
export async function wrongPlace({
  zipCode,
  countyFips,
}: HouseholdInput): Promise<'zipCode' | 'countyFips' | undefined> {
  const counties: PlanCounty[] | undefined = await queryClient.fetchQuery(countiesQuery(zipCode)).catch(() => undefined)
  if (counties?.length === 0) return 'zipCode'
  return counties && counties.length > 1 && !counties.some(({ fips }) => fips === countyFips) ? 'countyFips' : undefined
}

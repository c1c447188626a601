import type { HouseholdInput } from '@coverdesk/domain/eligibility/household.ts'
import type { PlanCounty } from '@coverdesk/domain/plans/plan-contract.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { queryClient } from '../../platform/api/query.ts'
import { ShortSelectField } from '../../ui/fields/choice-fields.tsx'
import { countiesQuery } from '../counties-query.ts'
import css from './household-form.module.css'
import { useVisitorTexts } from './visitor-texts.ts'

/** County of the ZIP code, asked where there are several. */
export function CountyField() {
  const texts = useVisitorTexts()
  const { control, setValue, getValues } = useFormContext<HouseholdInput>()
  const zipCode = useWatch({ control, name: 'zipCode' })
  const { data } = useQuery(countiesQuery(zipCode))
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

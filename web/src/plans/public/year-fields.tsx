import type { HouseholdInput } from '@coverdesk/domain/eligibility/household.ts'
import {
  asksYear,
  lifeEvents,
  type SpecialProblem,
  specialProblem,
} from '@coverdesk/domain/eligibility/special-enrollment.ts'
import { specialWords } from '@coverdesk/domain/enrollment-windows/special-words.ts'
import type { PlanCounty } from '@coverdesk/domain/plans/plan-contract.ts'
import { useQuery } from '@tanstack/react-query'
import { useFormContext, useWatch } from 'react-hook-form'
import { queryClient } from '../../platform/api/query.ts'
import { useLanguage } from '../../platform/page/reader-language.ts'
import { ShortSelectField } from '../../ui/fields/choice-fields.tsx'
import { DateField } from '../../ui/fields/date-field.tsx'
import { countiesQuery } from '../counties-query.ts'
import css from './household-form.module.css'

/** Years of a county, where the person can choose: this one after a life event, and the next one in open enrollment. */
function yearsOf(counties: readonly PlanCounty[], countyFips: string | undefined) {
  const county = counties.find(({ fips }) => fips === countyFips) ?? counties[0]
  if (!county || !asksYear(county.offeredYear, county.today)) return null
  return { offered: String(county.offeredYear), thisYear: county.today.slice(0, 4), today: county.today }
}

/** Year of coverage, asked while both are possible, and the life event that this year's needs. */
export function YearFields() {
  const texts = specialWords[useLanguage()]
  const { control } = useFormContext<HouseholdInput>()
  const [zipCode, countyFips, year, event] = useWatch({ control, name: ['zipCode', 'countyFips', 'year', 'event'] })
  const { data } = useQuery(countiesQuery(zipCode))
  const years = yearsOf(data ?? [], countyFips)
  if (!years) return null
  const { offered, thisYear } = years
  return (
    <>
      <div className={css.county}>
        <ShortSelectField<HouseholdInput>
          name="year"
          label={texts.year}
          emptyLabel={texts.open(offered)}
          choices={[{ value: thisYear, label: texts.special(thisYear) }]}
        />
      </div>
      {String(year ?? '') === thisYear ? (
        <>
          <ShortSelectField<HouseholdInput>
            name="event"
            label={texts.event}
            choices={lifeEvents.map((value) => ({ value, label: texts.events[value] }))}
          />
          <DateField<HouseholdInput>
            name="eventDate"
            label={event === 'loss-of-coverage' ? texts.lossDate : texts.eventDate}
          />
          <p className={css.help}>{texts.help}</p>
        </>
      ) : null}
    </>
  )
}

/** The household with the year that counts at its place, and why its life event gives no coverage of this year. */
export async function withYear(
  household: HouseholdInput,
): Promise<{ household: HouseholdInput; problem: SpecialProblem | null }> {
  const { zipCode, countyFips, year, event = '', eventDate = '' } = household
  const counties: PlanCounty[] = await queryClient.fetchQuery(countiesQuery(zipCode)).catch(() => [])
  const years = yearsOf(counties, countyFips)
  if (!years || String(year ?? '') !== years.thisYear)
    return { household: { ...household, year: '', event: '', eventDate: '' }, problem: null }
  return { household, problem: specialProblem({ event, date: eventDate }, Number(years.thisYear), years.today) }
}

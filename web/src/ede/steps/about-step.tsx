import type { TypedAbout } from '@coverdesk/domain/ede/ede-answers.ts'
import { aboutProblems, type EdeProblem } from '@coverdesk/domain/ede/ede-problems.ts'
import { asksYear, lifeEvents } from '@coverdesk/domain/eligibility/special-enrollment.ts'
import { specialWords } from '@coverdesk/domain/enrollment-windows/special-words.ts'
import type { PlanCounty } from '@coverdesk/domain/plans/plan-contract.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useFormContext, useFormState, useWatch } from 'react-hook-form'
import { countiesQuery } from '../../plans/counties-query.ts'
import { queryClient } from '../../platform/api/query.ts'
import { useLanguage } from '../../platform/page/reader-language.ts'
import { ShortSelectField } from '../../ui/fields/choice-fields.tsx'
import { DateField } from '../../ui/fields/date-field.tsx'
import { DigitsField, PhoneField } from '../../ui/fields/digit-fields.tsx'
import { TextField } from '../../ui/fields/text-fields.tsx'
import { StepForm } from '../step-form.tsx'
import { useEdeTexts } from '../use-ede-texts.ts'
import css from '../wizard.module.css'
import type { StepProps } from './step-props.ts'
import { StepScreen } from './step-screen.tsx'

/** Address with the choice of the county, and how to reach the client. */
export function AboutStep(props: StepProps) {
  const texts = useEdeTexts()
  const { saved, goTo } = props
  const { answers, offeredYear, planYear, isChange, today } = saved.application
  return (
    <StepScreen {...props} step="about" form="about">
      <StepForm<TypedAbout>
        id="about"
        saveState={saved.saveState}
        label={texts.steps.about}
        values={answers.about}
        problemsOf={(about) => withUnknownZip(aboutProblems(about, today), about.zipCode)}
        onTyped={(about) => saved.saveSoon('about', { about })}
        onSubmit={async (about) => {
          await saved.save('about', { about }, true)
          goTo('household')
        }}
      >
        <TextField<TypedAbout> name="address" label={texts.address} maxLength={200} autoComplete="street-address" />
        <div className={css.pair}>
          <ZipCodeField />
          <CountyField />
        </div>
        {isChange && String(planYear) !== today.slice(0, 4) ? null : (
          <SpecialFields offeredYear={offeredYear} today={today} isChange={isChange} />
        )}
        <div className={css.pair}>
          <PhoneField<TypedAbout> name="phone" label={texts.phone} />
          <TextField<TypedAbout> name="email" label={texts.email} type="email" maxLength={62} autoComplete="email" />
        </div>
      </StepForm>
    </StepScreen>
  )
}

/**
 * Year of coverage, asked while both are possible, and the life event that this year's needs. A change has its year, and may report an
 * event, which allows another plan.
 */
function SpecialFields({ offeredYear, today, isChange }: { offeredYear: number; today: string; isChange: boolean }) {
  const texts = specialWords[useLanguage()]
  const [specialYear, event] = useWatch<TypedAbout, ['specialYear', 'event']>({ name: ['specialYear', 'event'] })
  const thisYear = today.slice(0, 4)
  if (!asksYear(offeredYear, today) && specialYear !== thisYear) return null
  return (
    <>
      <ShortSelectField<TypedAbout>
        name="specialYear"
        label={isChange ? texts.anyEvent : texts.year}
        emptyLabel={isChange ? texts.noEvent : texts.open(String(offeredYear))}
        choices={[{ value: thisYear, label: isChange ? texts.hasEvent : texts.special(thisYear) }]}
      />
      {specialYear === thisYear ? (
        <>
          <div className={css.pair}>
            <ShortSelectField<TypedAbout>
              name="event"
              label={texts.event}
              choices={lifeEvents.map((value) => ({ value, label: texts.events[value] }))}
            />
            <DateField<TypedAbout>
              name="eventDate"
              label={event === 'loss-of-coverage' ? texts.lossDate : texts.eventDate}
            />
          </div>
          <p>{isChange ? texts.changeHelp : texts.help}</p>
        </>
      ) : null}
    </>
  )
}

/** Counties of the typed ZIP code; undefined until it is whole and they are loaded. */
function useCounties(): PlanCounty[] | undefined {
  const zipCode = useWatch<TypedAbout, 'zipCode'>({ name: 'zipCode' })
  return useQuery(countiesQuery(zipCode)).data
}

/** A ZIP code without a county is wrong itself: no county can be chosen. */
function withUnknownZip(problems: readonly EdeProblem[], zipCode: string): readonly EdeProblem[] {
  const counties = queryClient.getQueryData<PlanCounty[]>(countiesQuery(zipCode).queryKey)
  if (counties?.length !== 0) return problems
  return [...problems.filter(({ path }) => path !== 'countyFips'), { path: 'zipCode', problem: 'unknownZip' }]
}

function ZipCodeField() {
  const texts = useEdeTexts()
  const { errors } = useFormState<TypedAbout>({ name: 'zipCode' })
  const isUnknown = useCounties()?.length === 0
  return (
    <DigitsField<TypedAbout>
      name="zipCode"
      label={texts.zipCode}
      most={5}
      autoComplete="postal-code"
      help={isUnknown && !errors.zipCode ? texts.problems.unknownZip : undefined}
    />
  )
}

/** County of the ZIP code; chosen by itself when there is only one. */
function CountyField() {
  const texts = useEdeTexts()
  const { setValue, getValues } = useFormContext<TypedAbout>()
  const counties = useCounties()
  useEffect(() => {
    if (!counties) return
    const [only] = counties.length === 1 ? counties : []
    const current = getValues('countyFips')
    const chosen = only?.fips ?? (counties.some(({ fips }) => fips === current) ? current : '')
    if (chosen !== current) setValue('countyFips', chosen, { shouldDirty: true })
  }, [counties, getValues, setValue])
  return (
    <ShortSelectField<TypedAbout>
      name="countyFips"
      label={texts.county}
      choices={(counties ?? []).map(({ fips, name, state }) => ({ value: fips, label: `${name}, ${state}` }))}
    />
  )
}

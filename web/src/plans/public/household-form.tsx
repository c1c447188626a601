import { Household, type HouseholdInput } from '@coverdesk/domain/eligibility/household.ts'
import { specialWords } from '@coverdesk/domain/enrollment-windows/special-words.ts'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type MouseEvent, useEffect, useRef } from 'react'
import { FormProvider, useFieldArray, useForm } from 'react-hook-form'
import { useLanguage } from '../../platform/page/reader-language.ts'
import { usePhone } from '../../ui/basics/use-phone.ts'
import { MoneyField } from '../../ui/fields/amount-fields.tsx'
import { DigitsField } from '../../ui/fields/digit-fields.tsx'
import { formResolver } from '../../ui/fields/form-resolver.ts'
import { CountyField, wrongPlace } from './county-field.tsx'
import css from './household-form.module.css'
import { PersonFields } from './person-fields.tsx'
import { useVisitorTexts } from './visitor-texts.ts'
import { withYear, YearFields } from './year-fields.tsx'

/** Maximum of the call. */
const maxPeople = 12

/** Milliseconds in which the second click of a double click comes. */
const doubleClick = 500

const noAnswers = { expecting: '', status: '', coverage: '', offer: '', minimumValue: '', tobacco: '' } as const
const blankPerson = { age: '', covered: true, ...noAnswers } as const

const emptyHousehold: HouseholdInput = {
  zipCode: '',
  countyFips: '',
  year: '',
  event: '',
  eventDate: '',
  income: '',
  people: [{ ...blankPerson, relation: 'self' }],
}

/** Household: location, income, and who needs a plan (CONSUMER-09). */
export function HouseholdForm(props: {
  household: HouseholdInput | null
  /** Called with each change, so that a reload keeps what is typed. */
  onType(household: HouseholdInput): void
  onSubmit(household: HouseholdInput): void
  onCancel?: (() => void) | undefined
  onClear(): void
}) {
  const form = useForm<HouseholdInput, unknown, unknown>({
    resolver: formResolver(Household),
    defaultValues: props.household ?? emptyHousehold,
    mode: 'onSubmit',
  })
  const { onType } = props
  useEffect(() => {
    const { unsubscribe } = form.watch(() => onType(form.getValues()))
    return unsubscribe
  }, [form, onType])
  const people = useFieldArray({ control: form.control, name: 'people' })
  const refusedAt = useRef(0)
  const size = usePhone() ? 'xl' : 'md'
  const texts = useVisitorTexts()
  const special = specialWords[useLanguage()]
  // Sends the typed values; the server parses them with the same schema.
  const send = form.handleSubmit(
    async () => {
      const typed = form.getValues()
      const wrong = await wrongPlace(typed)
      if (wrong) return form.setError(wrong, { message: texts.wrongPlace[wrong] }, { shouldFocus: true })
      const sent = await withYear(typed)
      if (sent.problem === null) return props.onSubmit(sent.household)
      const field = sent.problem === 'event' ? 'event' : 'eventDate'
      form.setError(field, { message: special.problems[sent.problem] }, { shouldFocus: true })
    },
    () => {
      refusedAt.current = Date.now()
    },
  )
  const addPerson = ({ detail: clicks }: MouseEvent<HTMLButtonElement>) => {
    // The errors of a refused household moved this button below the second click of a double click.
    if (clicks > 1 && Date.now() - refusedAt.current < doubleClick) return
    people.append({ ...blankPerson, relation: people.fields.length === 1 ? 'spouse' : 'child' })
  }
  const clear = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    form.reset(emptyHousehold)
    props.onClear()
    currentTarget.form?.querySelector('input')?.focus()
  }
  return (
    <FormProvider {...form}>
      <form noValidate className={css.form} aria-label={texts.form} onSubmit={(event) => void send(event)}>
        <div className={css.pair}>
          <DigitsField<HouseholdInput> name="zipCode" label={texts.zipCode} most={5} autoComplete="postal-code" />
          <MoneyField<HouseholdInput> name="income" label={texts.income} optional />
          <p className={css.help}>{texts.incomeHelp}</p>
          <CountyField />
          <YearFields />
        </div>
        <fieldset className={css.people}>
          <legend>{texts.people}</legend>
          <p className={css.help}>{texts.peopleHelp}</p>
          {people.fields.map(({ id }, place) => (
            <PersonFields
              key={id}
              place={place}
              onRemove={people.fields.length > 1 ? () => people.remove(place) : undefined}
            />
          ))}
          {people.fields.length < maxPeople ? (
            <Button
              size={size}
              variant="subtle"
              leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
              onClick={addPerson}
            >
              {texts.addPerson}
            </Button>
          ) : null}
        </fieldset>
        <div className={css.foot}>
          <Button size={size} variant="filled" type="submit">
            {texts.seePlans}
          </Button>
          {props.onCancel ? (
            <Button size={size} variant="subtle" onClick={props.onCancel}>
              {texts.cancel}
            </Button>
          ) : null}
          <Button size={size} variant="subtle" onClick={clear}>
            {texts.clear}
          </Button>
        </div>
      </form>
    </FormProvider>
  )
}

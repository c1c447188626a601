import { Household, type HouseholdInput } from '@coverdesk/domain/plans/household.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { FormProvider, useFieldArray, useForm } from 'react-hook-form'
import { usePhone } from '../../ui/basics/use-phone.ts'
import { MoneyField } from '../../ui/fields/amount-fields.tsx'
import { DigitsField } from '../../ui/fields/digit-fields.tsx'
import css from './household-form.module.css'
import { PersonFields } from './person-fields.tsx'

/** Maximum of the call. */
const maxPeople = 12

const blankPerson = { age: '', covered: true, expecting: '', status: '', coverage: '', offer: '' } as const

const emptyHousehold: HouseholdInput = {
  zipCode: '',
  income: '',
  people: [{ ...blankPerson, relation: 'self' }],
}

/** Household: location, income, and who needs a plan (CONSUMER-09). */
export function HouseholdForm(props: {
  household: HouseholdInput | null
  onSubmit(household: HouseholdInput): void
  onCancel?: (() => void) | undefined
}) {
  const form = useForm<HouseholdInput, unknown, unknown>({
    resolver: zodResolver(Household),
    defaultValues: props.household ?? emptyHousehold,
    mode: 'onSubmit',
  })
  const people = useFieldArray({ control: form.control, name: 'people' })
  const size = usePhone() ? 'xl' : 'md'
  return (
    <FormProvider {...form}>
      <form
        noValidate
        className={css.form}
        aria-label="Your household"
        // Sends the typed values; the server parses them with the same schema.
        onSubmit={form.handleSubmit(() => props.onSubmit(form.getValues()))}
      >
        <div className={css.pair}>
          <DigitsField<HouseholdInput> name="zipCode" label="ZIP code" most={5} autoComplete="postal-code" />
          <MoneyField<HouseholdInput> name="income" label="Household income per year" optional />
          <p className={css.help}>
            Income before taxes of everyone on your tax return. Required to estimate a tax credit.
          </p>
        </div>
        <fieldset className={css.people}>
          <legend>Who is on your tax return</legend>
          <p className={css.help}>
            Medicare, Medicaid, and an offer of coverage at work decide who can get the tax credit. Add them under "More
            about person".
          </p>
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
              onClick={() =>
                people.append({ ...blankPerson, relation: people.fields.length === 1 ? 'spouse' : 'child' })
              }
            >
              Add person
            </Button>
          ) : null}
        </fieldset>
        <div className={css.foot}>
          <Button size={size} variant="filled" type="submit">
            See plans
          </Button>
          {props.onCancel ? (
            <Button size={size} variant="subtle" onClick={props.onCancel}>
              Cancel
            </Button>
          ) : null}
        </div>
      </form>
    </FormProvider>
  )
}

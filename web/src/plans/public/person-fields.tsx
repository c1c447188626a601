import type { HouseholdInput } from '@coverdesk/domain/plans/household.ts'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { MoneyField } from '../../ui/fields/amount-fields.tsx'
import { CheckboxField, ShortSelectField } from '../../ui/fields/choice-fields.tsx'
import { DigitsField } from '../../ui/fields/digit-fields.tsx'
import css from './household-form.module.css'

const relations = [
  { value: 'self', label: 'You' },
  { value: 'spouse', label: 'Spouse' },
  { value: 'child', label: 'Child or dependent' },
]
const coverages = [
  { value: 'job', label: 'Offer from own job' },
  { value: 'family-job', label: "Offer from a family member's job" },
  { value: 'medicare', label: 'Medicare' },
  { value: 'other', label: 'Enrolled at work, VA, TRICARE or other' },
]
const pregnancies = [
  { value: '1', label: 'Yes, one child' },
  { value: '2', label: 'Yes, two children' },
  { value: '3', label: 'Yes, three children' },
]
const statuses = [
  { value: 'permanent', label: 'Green card, 5 years or more' },
  { value: 'recent-permanent', label: 'Green card, less than 5 years' },
  { value: 'lawful', label: 'Other lawful status' },
  { value: 'none', label: 'No lawful status' },
]

/** One person of the household; the rarer questions open on demand, or when they have answers. */
export function PersonFields({ place, onRemove }: { place: number; onRemove: (() => void) | undefined }) {
  const { control } = useFormContext<HouseholdInput>()
  const { expecting, status, coverage } = useWatch({ control, name: `people.${place}` })
  const [isOpen, setOpen] = useState(Boolean(expecting || status || coverage))
  return (
    <div className={css.person}>
      <DigitsField<HouseholdInput> name={`people.${place}.age`} label={`Age of person ${place + 1}`} most={3} />
      <ShortSelectField<HouseholdInput> name={`people.${place}.relation`} label="Relation" choices={relations} />
      <CheckboxField<HouseholdInput> name={`people.${place}.covered`} label="Needs a plan" />
      {onRemove ? (
        <button type="button" className={css.remove} aria-label={`Remove person ${place + 1}`} onClick={onRemove}>
          <IconX size={16} stroke={1.75} aria-hidden />
        </button>
      ) : null}
      <button type="button" className={css.more} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? 'Less' : 'More'} about person {place + 1}
      </button>
      {isOpen ? (
        <div className={css.details}>
          <ShortSelectField<HouseholdInput>
            name={`people.${place}.coverage`}
            label="Other coverage"
            choices={coverages}
            emptyLabel="None"
          />
          {coverage === 'job' || coverage === 'family-job' ? (
            <MoneyField<HouseholdInput>
              name={`people.${place}.offer`}
              label={
                coverage === 'job' ? 'Cheapest plan for the employee, per month' : 'Cheapest family plan, per month'
              }
            />
          ) : null}
          <ShortSelectField<HouseholdInput>
            name={`people.${place}.expecting`}
            label="Pregnant"
            choices={pregnancies}
            emptyLabel="No"
          />
          <ShortSelectField<HouseholdInput>
            name={`people.${place}.status`}
            label="Immigration status"
            choices={statuses}
            emptyLabel="US citizen or national"
          />
        </div>
      ) : null}
    </div>
  )
}

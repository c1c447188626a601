import { relationships } from '@coverdesk/domain/sandbox/household-rule.ts'
import { Button } from '@mantine/core'
import { usePhone } from '../ui/basics/use-phone.ts'
import { BirthDateField } from '../ui/fields/birth-date-field.tsx'
import { CheckboxField, SegmentedField, ShortSelectField } from '../ui/fields/choice-fields.tsx'
import { TextField } from '../ui/fields/text-fields.tsx'
import { FieldRow } from '../ui/form/page-form.tsx'
import type { HouseholdTyped } from './household-typed.ts'
import css from './sandbox-page.module.css'

const words = { spouse: 'Spouse', child: 'Child', dependent: 'Other dependent' } as const
const choices = relationships.flatMap((value) => (value === 'self' ? [] : [{ value, label: words[value] }]))
const sexes = [
  { value: 'F', label: 'Female' },
  { value: 'M', label: 'Male' },
]

interface PersonFieldsProps {
  place: number
  today: string
  /** Null for the primary person, who can't be removed. */
  onRemove: (() => void) | null
}

/** Member of the household, and whether they apply for coverage. */
export function PersonFields({ place, today, onRemove }: PersonFieldsProps) {
  const at = `persons.${place}.` as const
  const size = usePhone() ? 'xl' : 'sm'
  const name = place === 0 ? 'Primary person' : `Person ${place + 1}`
  return (
    <fieldset className={css.person}>
      <legend>{name}</legend>
      {onRemove ? (
        <div className={css.remove}>
          <Button size={size} variant="subtle" aria-label={`Remove ${name}`} onClick={onRemove}>
            Remove
          </Button>
        </div>
      ) : null}
      {onRemove ? (
        <ShortSelectField<HouseholdTyped> name={`${at}relationship`} label="Relation" choices={choices} />
      ) : null}
      <FieldRow>
        <TextField<HouseholdTyped> name={`${at}firstName`} label="First name" maxLength={50} />
        <TextField<HouseholdTyped> name={`${at}lastName`} label="Last name" maxLength={50} />
      </FieldRow>
      <FieldRow>
        <BirthDateField<HouseholdTyped> name={`${at}dob`} label="Date of birth" today={today} />
        <SegmentedField<HouseholdTyped> name={`${at}sex`} label="Sex" choices={sexes} />
      </FieldRow>
      <CheckboxField<HouseholdTyped> name={`${at}applies`} label="Applying for coverage" />
    </fieldset>
  )
}

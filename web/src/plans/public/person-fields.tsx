import type { HouseholdInput } from '@coverdesk/domain/eligibility/household.ts'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { MoneyField } from '../../ui/fields/amount-fields.tsx'
import { CheckboxField, ShortSelectField } from '../../ui/fields/choice-fields.tsx'
import { DigitsField } from '../../ui/fields/digit-fields.tsx'
import css from './household-form.module.css'
import { useVisitorTexts } from './visitor-texts.ts'

const relations = ['self', 'spouse', 'child'] as const
const coverages = ['job', 'family-job', 'medicare', 'other'] as const
const pregnancies = ['1', '2', '3'] as const
const statuses = ['permanent', 'recent-permanent', 'lawful', 'none'] as const

/** One person of the household; the rarer questions open on demand, or when they have answers. */
export function PersonFields({ place, onRemove }: { place: number; onRemove: (() => void) | undefined }) {
  const { control } = useFormContext<HouseholdInput>()
  const { expecting, status, coverage } = useWatch({ control, name: `people.${place}` })
  const texts = useVisitorTexts()
  const number = String(place + 1)
  const choices = <Value extends string>(values: readonly Value[], labels: Readonly<Record<Value, string>>) =>
    values.map((value) => ({ value, label: labels[value] }))
  const [isOpen, setOpen] = useState(Boolean(expecting || status || coverage))
  return (
    <div className={css.person}>
      <DigitsField<HouseholdInput> name={`people.${place}.age`} label={texts.age(number)} most={3} />
      <ShortSelectField<HouseholdInput>
        name={`people.${place}.relation`}
        label={texts.relation}
        choices={choices(relations, texts.relations)}
      />
      <CheckboxField<HouseholdInput> name={`people.${place}.covered`} label={texts.covered} />
      {onRemove ? (
        <button type="button" className={css.remove} aria-label={texts.remove(number)} onClick={onRemove}>
          <IconX size={16} stroke={1.75} aria-hidden />
        </button>
      ) : null}
      <button type="button" className={css.more} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? texts.less(number) : texts.more(number)}
      </button>
      {isOpen ? (
        <div className={css.details}>
          <ShortSelectField<HouseholdInput>
            name={`people.${place}.tobacco`}
            label={texts.tobacco}
            choices={[{ value: 'yes', label: texts.yes }]}
            emptyLabel={texts.no}
          />
          <ShortSelectField<HouseholdInput>
            name={`people.${place}.coverage`}
            label={texts.coverage}
            choices={choices(coverages, texts.coverages)}
            emptyLabel={texts.coverages.none}
          />
          {coverage === 'job' || coverage === 'family-job' ? (
            <>
              <MoneyField<HouseholdInput> name={`people.${place}.offer`} label={texts.offers[coverage]} />
              <ShortSelectField<HouseholdInput>
                name={`people.${place}.minimumValue`}
                label={texts.minimumValue}
                choices={choices(['yes', 'no'] as const, texts.minimumValues)}
                emptyLabel={texts.minimumValues['']}
              />
              <p className={css.help}>{texts.minimumValueHelp}</p>
            </>
          ) : null}
          <ShortSelectField<HouseholdInput>
            name={`people.${place}.expecting`}
            label={texts.pregnant}
            choices={choices(pregnancies, texts.pregnancies)}
            emptyLabel={texts.pregnancies.none}
          />
          <ShortSelectField<HouseholdInput>
            name={`people.${place}.status`}
            label={texts.status}
            choices={choices(statuses, texts.statuses)}
            emptyLabel={texts.statuses.citizen}
          />
        </div>
      ) : null}
    </div>
  )
}

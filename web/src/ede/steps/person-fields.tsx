import { askedStatuses, relationships, type TypedPerson } from '@coverdesk/domain/ede/ede-answers.ts'
import { questionsOf } from '@coverdesk/domain/ede/ede-problems.ts'
import { edeWords } from '@coverdesk/domain/ede/ede-words.ts'
import { useWatch } from 'react-hook-form'
import { useLanguage } from '../../platform/page/reader-language.ts'
import { SegmentedField, ShortSelectField } from '../../ui/fields/choice-fields.tsx'
import { DateField } from '../../ui/fields/date-field.tsx'
import { SsnField } from '../../ui/fields/digit-fields.tsx'
import { TextField } from '../../ui/fields/text-fields.tsx'
import { useEdeTexts } from '../use-ede-texts.ts'
import css from '../wizard.module.css'

interface PersonFieldsProps {
  today: string
  /** The applicant, who needs no relationship. */
  isSelf: boolean
  /** Last four digits of the stored Social Security number. */
  last4: string | undefined
}

/** Fields of one person; tobacco, pregnancy and status are asked only where they matter. */
export function PersonFields({ today, isSelf, last4 }: PersonFieldsProps) {
  const texts = useEdeTexts()
  const words = edeWords[useLanguage()]
  const person = useWatch<TypedPerson>() as TypedPerson // all fields have values
  const asked = questionsOf(person, today)
  const yesNo = [
    { value: 'yes', label: words.yes },
    { value: 'no', label: words.no },
  ]
  return (
    <>
      <div className={css.pair}>
        <TextField<TypedPerson> name="firstName" label={texts.firstName} maxLength={50} />
        <TextField<TypedPerson> name="lastName" label={texts.lastName} maxLength={50} />
      </div>
      <div className={css.pair}>
        {isSelf ? (
          <TextField<TypedPerson> name="middleName" label={`${texts.middleName} (${texts.optional})`} maxLength={50} />
        ) : (
          <ShortSelectField<TypedPerson>
            name="relationship"
            label={texts.relationship}
            choices={relationships
              .filter((value) => value !== 'self')
              .map((value) => ({ value, label: words.relationship[value] }))}
          />
        )}
        <DateField<TypedPerson> name="dob" birth label={texts.dob} />
      </div>
      <div className={css.pair}>
        <SegmentedField<TypedPerson>
          name="sex"
          label={texts.sex}
          choices={[
            { value: 'F', label: words.sex.F },
            { value: 'M', label: words.sex.M },
          ]}
        />
        <SegmentedField<TypedPerson> name="applies" label={texts.applies} choices={yesNo} />
      </div>
      {asked.expecting ? (
        <ShortSelectField<TypedPerson>
          name="expecting"
          label={texts.expecting}
          emptyLabel={texts.children[0]}
          choices={(['1', '2', '3'] as const).map((value) => ({ value, label: texts.children[value] }))}
        />
      ) : null}
      {asked.citizen || asked.tobacco ? (
        <div className={css.pair}>
          {asked.citizen ? <SegmentedField<TypedPerson> name="citizen" label={texts.citizen} choices={yesNo} /> : null}
          {asked.tobacco ? <SegmentedField<TypedPerson> name="tobacco" label={texts.tobacco} choices={yesNo} /> : null}
        </div>
      ) : null}
      {asked.status ? (
        <ShortSelectField<TypedPerson>
          name="status"
          label={texts.status}
          choices={askedStatuses.map((value) => ({ value, label: words.status[value] }))}
        />
      ) : null}
      {asked.ssn ? (
        <SsnField<TypedPerson> name="ssn" label={texts.ssn} help={last4 ? texts.ssnStored(last4) : texts.ssnHelp} />
      ) : null}
    </>
  )
}

import type { OfflineTyped } from '@coverdesk/domain/offline/offline-fields.ts'
import { fieldLabels as labels } from '@coverdesk/domain/offline/offline-labels.ts'
import { ActionIcon } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useWatch } from 'react-hook-form'
import { usePhone } from '../../ui/basics/use-phone.ts'
import { BirthDateField } from '../../ui/fields/birth-date-field.tsx'
import { CheckboxField, SegmentedField, ShortSelectField } from '../../ui/fields/choice-fields.tsx'
import { SsnField } from '../../ui/fields/digit-fields.tsx'
import { TextField } from '../../ui/fields/text-fields.tsx'
import { migratoryChoices, relationChoices, sexChoices } from '../offline-words.ts'
import { Cell, Grid } from './form-cells.tsx'
import { IncomeFields } from './income-fields.tsx'
import { keepsNumber, useKeptSsnOf } from './kept-numbers.ts'
import css from './offline-form.module.css'

interface MemberFieldsProps {
  index: number
  today: string
  onRemove(): void
}

/** Member of the household; income is hidden for a child and required for a spouse. */
export function MemberFields({ index, today, onRemove }: MemberFieldsProps) {
  const at = `offlineAppMembers.${index}.` as const
  const member = useWatch<OfflineTyped, `offlineAppMembers.${number}`>({ name: `offlineAppMembers.${index}` })
  const keptSsn = useKeptSsnOf(index)
  const phone = usePhone()
  const name = `${member?.firstName ?? ''} ${member?.lastName ?? ''}`.trim()
  const earns = member?.relation !== 'child' || member.typeOfIncome !== '' || member.annualIncome !== ''
  return (
    <fieldset className={css.memberFields}>
      <legend className={css.memberName}>
        Member {index + 1} {member?.firstName ? <span className={css.memberOf}>{name}</span> : null}
      </legend>
      <ActionIcon
        className={css.remove}
        variant="subtle"
        size={phone ? 44 : 30}
        aria-label={`Remove member ${index + 1}`}
        onClick={onRemove}
      >
        <IconTrash size={16} stroke={1.75} aria-hidden />
      </ActionIcon>
      <Grid>
        <Cell span={2}>
          <ShortSelectField<OfflineTyped>
            name={`${at}relation`}
            label={labels.relation}
            required
            choices={relationChoices}
          />
        </Cell>
        <Cell span={2}>
          <SsnField<OfflineTyped> name={`${at}ssn`} label={labels.ssn} help={keepsNumber(keptSsn)} />
        </Cell>
        <Cell span={2}>
          <div className={css.check}>
            <CheckboxField<OfflineTyped> name={`${at}apply`} label={labels.apply} />
          </div>
        </Cell>
        <Cell span={2}>
          <TextField<OfflineTyped> name={`${at}firstName`} label={labels.firstName} required maxLength={60} />
        </Cell>
        <Cell span={2}>
          <TextField<OfflineTyped> name={`${at}middleName`} label={labels.middleName} maxLength={60} />
        </Cell>
        <Cell span={2}>
          <TextField<OfflineTyped> name={`${at}lastName`} label={labels.lastName} required maxLength={60} />
        </Cell>
        <Cell span={3}>
          <BirthDateField<OfflineTyped> name={`${at}dob`} label={labels.dob} required today={today} />
        </Cell>
        <Cell span={3}>
          <SegmentedField<OfflineTyped> name={`${at}sex`} label={labels.sex} required choices={sexChoices} />
        </Cell>
        {earns ? <IncomeFields at={at} required={member?.relation === 'spouse'} /> : null}
        <Cell span={2}>
          <ShortSelectField<OfflineTyped>
            name={`${at}migratoryStatus`}
            label={labels.migratoryStatus}
            choices={migratoryChoices}
          />
        </Cell>
      </Grid>
    </fieldset>
  )
}

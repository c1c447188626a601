import type { OfflineTyped } from '@coverdesk/domain/offline/offline-fields.ts'
import { fieldLabels as labels } from '@coverdesk/domain/offline/offline-labels.ts'
import { useEffect, useRef } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { MoneyField } from '../../ui/fields/amount-fields.tsx'
import { CheckboxField, SegmentedField } from '../../ui/fields/choice-fields.tsx'
import { PhoneField } from '../../ui/fields/digit-fields.tsx'
import { TextField } from '../../ui/fields/text-fields.tsx'
import { incomeChoices } from '../offline-words.ts'
import { Cell, Grid, OfflineSection } from './form-cells.tsx'

/** Income of the applicant, and whether accounting service is requested. */
export function IncomeSection() {
  return (
    <OfflineSection id="income">
      <Grid>
        <IncomeFields at="" required />
        <Cell span={6}>
          <CheckboxField<OfflineTyped> name="accountingServiceRequested" label={labels.accountingServiceRequested} />
        </Cell>
      </Grid>
    </OfflineSection>
  )
}

/** Income of the applicant or a member (`offlineAppMembers.0.`); the employer only if employed. */
export function IncomeFields({ at, required }: { at: '' | `offlineAppMembers.${number}.`; required: boolean }) {
  const { setValue } = useFormContext<OfflineTyped>()
  const [type, income, employer, phone] = useWatch({
    name: [`${at}typeOfIncome`, `${at}annualIncome`, `${at}employerName`, `${at}employerPhone`] as const,
  }) as [string, string, string, string]
  const employed = type === 'employed'
  const previous = useRef(type)
  useEffect(() => {
    // 'Unemployed' answers the question for the income too; any other choice needs an amount that the person types.
    if (type === 'unemployed' && income === '') setValue(`${at}annualIncome`, '0.00', { shouldDirty: true })
    if (type !== 'unemployed' && previous.current === 'unemployed' && income === '0.00')
      setValue(`${at}annualIncome`, '', { shouldDirty: true })
    previous.current = type
  }, [type, income, at, setValue])
  return (
    <>
      <Cell span={4}>
        <SegmentedField<OfflineTyped>
          name={`${at}typeOfIncome`}
          label={labels.typeOfIncome}
          required={required}
          choices={incomeChoices}
        />
      </Cell>
      <Cell span={2}>
        <MoneyField<OfflineTyped> name={`${at}annualIncome`} label={labels.annualIncome} required={required} />
      </Cell>
      {employed || employer || phone ? (
        <>
          <Cell span={4}>
            <TextField<OfflineTyped>
              name={`${at}employerName`}
              label={labels.employerName}
              required={required && employed}
              maxLength={120}
            />
          </Cell>
          <Cell span={2}>
            <PhoneField<OfflineTyped>
              name={`${at}employerPhone`}
              label={labels.employerPhone}
              required={required && employed}
            />
          </Cell>
        </>
      ) : null}
    </>
  )
}

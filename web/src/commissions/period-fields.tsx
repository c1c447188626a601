import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { useCarrierChoices } from '../lookups/lookup-choices.ts'
import { NoCarriersHint } from '../lookups/no-carriers-hint.tsx'
import { MonthField, SelectField, YearField } from '../ui/fields/choice-fields.tsx'
import { FieldPair } from '../ui/form/form-modal.tsx'
import type { PeriodForm } from './statement-form.ts'

export function CarrierField() {
  return (
    <SelectField<PeriodForm>
      name="carrierId"
      label="Carrier"
      numeric
      source={{ choices: useCarrierChoices() }}
      help={<NoCarriersHint />}
    />
  )
}

export function PeriodFields() {
  return (
    <FieldPair>
      <MonthField<PeriodForm> name="month" label="Month" />
      <YearField<PeriodForm> name="year" label="Year" near={Number(todayIn(new Date()).slice(0, 4))} />
    </FieldPair>
  )
}

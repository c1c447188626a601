import { ApplicationFields, type ApplicationRow } from '@coverdesk/domain/applications/application-contract.ts'
import { showMoney } from '@coverdesk/domain/fields/amount.ts'
import { showDate } from '@coverdesk/domain/fields/calendar-date.ts'
import { showPhone } from '@coverdesk/domain/fields/personal-numbers.ts'
import type { z } from 'zod'
import { useCarrierChoices, useStateChoices } from '../lookups/lookup-choices.ts'
import { MoneyField } from '../ui/fields/amount-fields.tsx'
import { SelectField } from '../ui/fields/choice-fields.tsx'
import { DateField } from '../ui/fields/date-field.tsx'
import { PhoneField } from '../ui/fields/digit-fields.tsx'
import { TextField } from '../ui/fields/text-fields.tsx'
import type { FieldLabels } from '../ui/form/edit-conflict.tsx'
import { FieldPair } from '../ui/form/form-modal.tsx'
import css from './applications.module.css'

/** Form schema: all fields required as strings. */
export const ApplicationForm = ApplicationFields.required()
export type ApplicationTyped = z.input<typeof ApplicationForm>
export type ApplicationSent = z.output<typeof ApplicationForm>

/** Labels and formats of the fields. */
export const applicationWords: FieldLabels<ApplicationTyped> = {
  firstName: 'First name',
  middleName: 'Middle name',
  lastName: 'Last name',
  dob: { label: 'Date of birth', show: (value) => showDate(value) },
  carrier: 'Carrier',
  planSelected: 'Plan',
  email: 'Email',
  phone: 'Phone',
  address: 'Address',
  state: 'State',
  annualIncome: { label: 'Annual income', show: (value) => showMoney(String(value ?? '')) },
}

export const emptyApplication: ApplicationTyped = {
  firstName: '',
  middleName: '',
  lastName: '',
  dob: '',
  carrier: '',
  planSelected: '',
  email: '',
  phone: '',
  address: '',
  state: '',
  annualIncome: '',
}

/** Form values of a stored application. */
export function typedOf(row: ApplicationRow): ApplicationTyped {
  const { firstName, middleName, lastName, dob, carrier, planSelected, email, phone, address, state, annualIncome } =
    row
  return {
    firstName,
    middleName,
    lastName,
    dob: dob ?? '',
    carrier,
    planSelected,
    email,
    phone: showPhone(phone),
    address,
    state: state ?? '',
    annualIncome: annualIncome ?? '',
  }
}

/** Fields of an application, required ones first. `fixed` makes them read-only. */
export function ApplicationInputs({ carrier, fixed = false }: { carrier: string; fixed?: boolean }) {
  const states = useStateChoices()
  const carriers = useCarrierChoices().map(({ label }) => ({ value: label, label }))
  // Keeps a carrier name that isn't one of the agency's carriers.
  const known = carrier === '' || carriers.some(({ value }) => value === carrier)
  return (
    <fieldset className={css.fields} disabled={fixed}>
      <FieldPair>
        <TextField<ApplicationTyped> name="firstName" label="First name" maxLength={150} />
        <TextField<ApplicationTyped> name="middleName" label="Middle name" optional maxLength={150} />
      </FieldPair>
      <TextField<ApplicationTyped> name="lastName" label="Last name" maxLength={150} />
      <FieldPair>
        <PhoneField<ApplicationTyped> name="phone" label="Phone" />
        <TextField<ApplicationTyped> name="email" label="Email" type="email" maxLength={62} />
      </FieldPair>
      <FieldPair>
        <DateField<ApplicationTyped> name="dob" birth label="Date of birth" optional />
        <MoneyField<ApplicationTyped> name="annualIncome" label="Annual income" optional />
      </FieldPair>
      <FieldPair>
        <SelectField<ApplicationTyped>
          name="carrier"
          label="Carrier"
          optional
          source={{ choices: known ? carriers : [{ value: carrier, label: carrier }, ...carriers] }}
        />
        <TextField<ApplicationTyped> name="planSelected" label="Plan" optional maxLength={200} />
      </FieldPair>
      <FieldPair>
        <TextField<ApplicationTyped> name="address" label="Address" optional maxLength={200} />
        <SelectField<ApplicationTyped> name="state" label="State" optional source={{ choices: states }} />
      </FieldPair>
    </fieldset>
  )
}

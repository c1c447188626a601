import { LeadInput } from '@coverdesk/domain/leads/lead-contract.ts'
import type { z } from 'zod'
import { CityField } from '../lookups/city-field.tsx'
import { useStateChoices } from '../lookups/lookup-choices.ts'
import { stateAndCity, useZipPlaces } from '../lookups/use-zip-places.ts'
import { SelectField } from '../ui/fields/choice-fields.tsx'
import { DateField } from '../ui/fields/date-field.tsx'
import { PhoneField, ZipField } from '../ui/fields/digit-fields.tsx'
import { TextField } from '../ui/fields/text-fields.tsx'
import { FieldPair } from '../ui/form/form-modal.tsx'

/** What is typed of a lead, in the forms for a new one and for one that is there. */
export const LeadForm = LeadInput.omit({ id: true, version: true })
type Typed = z.input<typeof LeadForm>

export const sexes = [
  { value: 'F', label: 'Female' },
  { value: 'M', label: 'Male' },
]

/** Fields of `LeadForm`. */
export function LeadFields() {
  return (
    <>
      <FieldPair>
        <TextField<Typed> name="firstName" label="First name" optional maxLength={150} />
        <TextField<Typed> name="middleName" label="Middle name" optional maxLength={150} />
      </FieldPair>
      <TextField<Typed> name="lastName" label="Last name" optional maxLength={150} />
      <FieldPair>
        <DateField<Typed> name="dob" birth label="Date of birth" optional />
        <SelectField<Typed> name="sex" label="Sex" optional source={{ choices: sexes }} />
      </FieldPair>
      <PhoneField<Typed> name="phone" label="Phone" optional />
      <TextField<Typed> name="address" label="Address" optional maxLength={200} />
      <Place />
      <TextField<Typed> name="plan" label="Plan" optional maxLength={200} />
    </>
  )
}

const places = stateAndCity<Typed>('state', 'city')

/** ZIP code, which fills in city and state. */
function Place() {
  const states = useStateChoices()
  const cities = useZipPlaces<Typed>('zipCode', places)
  return (
    <>
      <ZipField<Typed> name="zipCode" label="ZIP code" optional />
      <FieldPair>
        <CityField<Typed> name="city" label="City" optional maxLength={100} cities={cities} />
        <SelectField<Typed> name="state" label="State" optional source={{ choices: states }} />
      </FieldPair>
    </>
  )
}

/** Values of the form as the calls take them; '' for missing values. */
export function sentLead(typed: z.output<typeof LeadForm>): Typed {
  const { firstName, middleName, lastName, dob, sex } = typed
  return {
    firstName,
    middleName,
    lastName,
    dob: dob ?? '',
    sex: sex ?? '',
    phone: typed.phone ?? '',
    address: typed.address ?? '',
    city: typed.city ?? '',
    state: typed.state ?? '',
    zipCode: typed.zipCode ?? '',
    plan: typed.plan ?? '',
  }
}

import type { ContactWaysInput } from '@coverdesk/domain/contacts/contact-fields.ts'
import { useCityNames } from '../lookups/city-names.ts'
import { useCountryChoices, usePurposes } from '../lookups/lookup-choices.ts'
import { PhoneField } from '../ui/fields/digit-fields.tsx'
import { TextField } from '../ui/fields/text-fields.tsx'
import { FormSection } from '../ui/form/page-form.tsx'
import { AddressFields } from './address-fields.tsx'
import { ContactMethodEntries } from './contact-method-entries.tsx'
import { PurposeChecks } from './purpose-checks.tsx'

/** Lookup lists of contact methods. */
export type ContactMethodChoices = NonNullable<ReturnType<typeof useContactMethodChoices>>

/** Lookup lists of emails, phones and addresses; undefined until all are loaded, which precedes the contact. */
export function useContactMethodChoices(contact: { addresses: readonly { cityId: number | null }[] } | undefined) {
  const purposes = usePurposes()
  const countries = useCountryChoices()
  const cityName = useCityNames(contact?.addresses.flatMap(({ cityId }) => cityId ?? []) ?? [])
  return purposes && countries && cityName ? { purposes, countries, cityName } : undefined
}

interface ContactWaysFieldsProps {
  choices: ContactMethodChoices
  /** Label of the save button. */
  saves: string
  /** Note on what emails are and are not used for. */
  emailNote?: string
  /** Whether they are the user's own; sets the browser's autofill. */
  own?: boolean
}

/** Emails, phones and addresses of a contact as form sections, each with its purposes (PROFILE-02). */
export function ContactMethodFields({ choices, saves, emailNote, own = false }: ContactWaysFieldsProps) {
  const { purposes, countries } = choices
  const onlyCountry = countries.length === 1 ? Number(countries[0]?.value) : null
  return (
    <>
      <FormSection title="Emails" note={emailNote}>
        <ContactMethodEntries name="emails" one="email" first="email" saves={saves} make={newEntries.email}>
          {(index) => (
            <>
              <TextField<ContactWaysInput>
                name={`emails.${index}.email`}
                label="Email"
                type="email"
                autoComplete={own ? 'email' : 'off'}
              />
              <PurposeChecks name={`emails.${index}.purposes`} purposes={purposes} />
            </>
          )}
        </ContactMethodEntries>
      </FormSection>
      <FormSection title="Phones">
        <ContactMethodEntries name="phones" one="phone" first="phone" saves={saves} make={newEntries.phone}>
          {(index) => (
            <>
              <PhoneField<ContactWaysInput> name={`phones.${index}.phone`} label="Phone" />
              <PurposeChecks name={`phones.${index}.purposes`} purposes={purposes} />
            </>
          )}
        </ContactMethodEntries>
      </FormSection>
      <FormSection title="Addresses">
        <ContactMethodEntries
          name="addresses"
          one="address"
          first="address"
          saves={saves}
          make={() => newEntries.address(onlyCountry)}
        >
          {(index) => <AddressFields index={index} own={own} {...choices} />}
        </ContactMethodEntries>
      </FormSection>
    </>
  )
}

const newEntries = {
  email: (): ContactWaysInput['emails'][number] => ({ email: '', purposes: [] }),
  phone: (): ContactWaysInput['phones'][number] => ({ phone: '', purposes: [] }),
  /** Preselects the country if there is only one. */
  address: (countryId: number | null): ContactWaysInput['addresses'][number] => ({
    address: '',
    countryId,
    stateId: null,
    cityId: null,
    zipCode: '',
    purposes: [],
  }),
}

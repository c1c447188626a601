import type { ConsentRequestInput } from '@coverdesk/domain/consents/client-consent-contract.ts'
import { allTerms } from '@coverdesk/domain/consents/consent-terms.ts'
import type { z } from 'zod'
import { SegmentedField } from '../ui/fields/choice-fields.tsx'
import { TextField } from '../ui/fields/text-fields.tsx'
import { ScopeField } from './scope-field.tsx'

type Typed = z.input<typeof ConsentRequestInput>

/** How and in which language the client receives the link to the consent, and what it allows. */
export function ConsentRequestFields() {
  return (
    <>
      <SegmentedField<Typed>
        name="channel"
        label="Send by"
        choices={[
          { value: 'email', label: 'Email' },
          { value: 'sms', label: 'Text message' },
        ]}
      />
      <SegmentedField<Typed>
        name="language"
        label="Language"
        choices={[
          { value: 'en', label: 'English' },
          { value: 'es', label: 'Spanish' },
        ]}
      />
      <ScopeField />
      <SegmentedField<Typed>
        name="covers"
        label="Who may help"
        choices={[
          { value: 'agency', label: 'All our agents' },
          { value: 'agent', label: 'The agent only' },
        ]}
      />
      <TextField<Typed> name="months" label="Months it holds" />
    </>
  )
}

/** Values of the form before anything is chosen. */
export const firstConsentRequest: Typed = { channel: 'email', language: 'en', ...allTerms }

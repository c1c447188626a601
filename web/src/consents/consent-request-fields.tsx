import type { ConsentRequestInput } from '@coverdesk/domain/consents/client-consent-contract.ts'
import type { z } from 'zod'
import { SegmentedField } from '../ui/fields/choice-fields.tsx'

type Typed = z.input<typeof ConsentRequestInput>

/** How and in which language the client receives the link to the consent. */
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
    </>
  )
}

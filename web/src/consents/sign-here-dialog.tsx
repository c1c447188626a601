import { clientConsents } from '@coverdesk/domain/consents/client-consent-contract.ts'
import { z } from 'zod'
import { call } from '../platform/api/call.ts'
import { invalidate } from '../platform/api/query.ts'
import { openForClient } from '../platform/page/open-for-client.ts'
import { SegmentedField } from '../ui/fields/choice-fields.tsx'
import { FormModal } from '../ui/form/form-modal.tsx'
import css from './consent-section.module.css'
import { useClientLanguage } from './use-client-language.ts'

const Language = z.strictObject({ language: z.enum(['en', 'es']) })
type Typed = z.input<typeof Language>

/** Opens the consent for the client to sign on the agent's device. */
export function SignHereDialog(props: { appId: string; opened: boolean; onClose(): void }) {
  const { appId, opened, onClose } = props
  const first = useClientLanguage(appId)
  return (
    <FormModal<Typed, Typed>
      opened={opened}
      onClose={onClose}
      title="Sign on This Device"
      width={480}
      schema={Language}
      values={{ language: first }}
      submit="Open for the Client"
      onSubmit={async ({ language }) => {
        await openForClient(async () => `/sign/?id=${(await call(clientConsents.openHere, { appId, language })).link}`)
        await invalidate(clientConsents.one)
        onClose()
      }}
    >
      <p className={css.about}>
        The consent opens in a new tab. Hand the device to the client, who reads and signs it. An earlier unsigned link
        stops working.
      </p>
      <SegmentedField<Typed>
        name="language"
        label="Language"
        choices={[
          { value: 'en', label: 'English' },
          { value: 'es', label: 'Spanish' },
        ]}
      />
    </FormModal>
  )
}

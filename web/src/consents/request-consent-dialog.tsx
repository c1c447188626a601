import { consentLinkDays } from '@coverdesk/domain/applications/consent-text.ts'
import { ConsentRequestInput, clientConsents } from '@coverdesk/domain/consents/client-consent-contract.ts'
import { marketplace } from '@coverdesk/domain/marketplace/marketplace-contract.ts'
import type { z } from 'zod'
import { useSend } from '../platform/api/query.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import { FormModal } from '../ui/form/form-modal.tsx'
import { ConsentRequestFields, firstConsentRequest } from './consent-request-fields.tsx'
import css from './consent-section.module.css'
import { useClientLanguage } from './use-client-language.ts'

type Typed = z.input<typeof ConsentRequestInput>

/** Sends the client of a marketplace application a link to the consent. */
export function RequestConsentDialog(props: { appId: string; opened: boolean; onClose(): void }) {
  const { appId, opened, onClose } = props
  const language = useClientLanguage(appId)
  const send = useSend(clientConsents.request, {
    refreshes: [clientConsents.one, marketplace.one, marketplace.list],
  })
  return (
    <FormModal<Typed, z.output<typeof ConsentRequestInput>>
      opened={opened}
      onClose={onClose}
      title="Request Consent"
      width={480}
      schema={ConsentRequestInput}
      values={{ ...firstConsentRequest, language }}
      submit="Request Consent"
      onSubmit={async (chosen) => {
        try {
          const { sentTo } = await send.mutateAsync({ appId, ...chosen })
          toasts.success(`Consent requested at ${sentTo}.`)
        } catch (failure) {
          toasts.error("Couldn't request consent.")
          throw failure
        }
        onClose()
      }}
    >
      <p className={css.about}>
        The client receives a link to read and sign the consent at the application's email or phone. The link works for{' '}
        {consentLinkDays} days; an earlier unsigned link stops working.
      </p>
      <ConsentRequestFields />
    </FormModal>
  )
}

import { clientConsents, RevocationNote } from '@coverdesk/domain/consents/client-consent-contract.ts'
import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { marketplace } from '@coverdesk/domain/marketplace/marketplace-contract.ts'
import type { z } from 'zod'
import { useSend } from '../platform/api/query.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import { DateField } from '../ui/fields/date-field.tsx'
import { TextareaField } from '../ui/fields/text-fields.tsx'
import { FormModal } from '../ui/form/form-modal.tsx'
import css from './consent-section.module.css'

type Typed = z.input<typeof RevocationNote>

/** Stores that the client revoked the consent, such as by telephone. */
export function RevocationDialog(props: { appId: string; opened: boolean; onClose(): void }) {
  const { appId, opened, onClose } = props
  const revoke = useSend(clientConsents.revoke, {
    refreshes: [clientConsents.one, marketplace.one, marketplace.list],
  })
  return (
    <FormModal<Typed, z.output<typeof RevocationNote>>
      opened={opened}
      onClose={onClose}
      title="Note Revocation"
      width={480}
      schema={RevocationNote}
      values={{ note: '', saidOn: todayIn(new Date()) }}
      submit="Note Revocation"
      draftKey={`consent:${appId}:revoke`}
      danger
      onSubmit={async (noted) => {
        await revoke.mutateAsync({ appId, ...noted })
        toasts.success('Consent revoked.')
        onClose()
      }}
    >
      <p className={css.about}>
        Work on this application at the marketplace stops until the client signs a new consent. This cannot be undone.
      </p>
      <TextareaField<Typed> name="note" label="What the client said, and how" required />
      <DateField<Typed> name="saidOn" label="Said on" />
    </FormModal>
  )
}

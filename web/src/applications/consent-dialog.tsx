import { type ApplicationRow, applications } from '@coverdesk/domain/applications/application-contract.ts'
import { consentLinkDays } from '@coverdesk/domain/applications/consent-text.ts'
import { ConsentRequestInput } from '@coverdesk/domain/consents/client-consent-contract.ts'
import { showPhone } from '@coverdesk/domain/fields/personal-numbers.ts'
import { useRef } from 'react'
import type { z } from 'zod'
import { ConsentRequestFields, firstConsentRequest } from '../consents/consent-request-fields.tsx'
import { useSend } from '../platform/api/query.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import { FormModal } from '../ui/form/form-modal.tsx'
import { NoticeLine } from '../ui/page/notice-line.tsx'
import { applicantOf, consentWords } from './application-words.ts'
import css from './applications.module.css'

type Typed = z.input<typeof ConsentRequestInput>

/** Send Consent: sends a link to the public signing page (APP-21, APP-22). */
export function ConsentDialog({ application, onClose }: { application: ApplicationRow | null; onClose(): void }) {
  const send = useSend(applications.sendConsent, { refreshes: [applications.list, applications.history] })
  const last = useRef(application)
  if (application) last.current = application
  const shown = last.current
  const before = shown && consentWords(shown)
  return (
    <FormModal<Typed, z.output<typeof ConsentRequestInput>>
      opened={application !== null}
      onClose={onClose}
      title="Send Consent"
      width={480}
      schema={ConsentRequestInput}
      values={firstConsentRequest}
      formKey={shown?.id ?? ''}
      submit="Send Consent"
      notice={
        shown && shown.assignedToAgentName === null ? (
          <div className={css.notice}>
            <NoticeLine tone="blue">
              {shown.createdByAgentName === null
                ? 'Not assigned yet: the consent names no agent.'
                : `Not assigned yet: the consent names ${shown.createdByAgentName}, who created it.`}
            </NoticeLine>
          </div>
        ) : null
      }
      onSubmit={async (chosen) => {
        if (!shown) return
        try {
          await send.mutateAsync({ id: shown.id, ...chosen })
        } catch (failure) {
          toasts.error("Coudn't send consent.")
          throw failure
        }
        toasts.success('Consent request sent.')
        onClose()
      }}
    >
      <p className={css.about}>
        <strong>{shown ? applicantOf(shown) : ''}</strong> receives a link to read and sign the consent at{' '}
        {shown?.email} or {showPhone(shown?.phone)}. The link works for {consentLinkDays} days.{' '}
        {before ? `${before}; earlier links stop working.` : ''}
      </p>
      <ConsentRequestFields />
    </FormModal>
  )
}

import {
  type ApplicationRow,
  applications,
  TypedExchangeId,
} from '@coverdesk/domain/applications/application-contract.ts'
import { showDate } from '@coverdesk/domain/fields/calendar-date.ts'
import { useRef } from 'react'
import { z } from 'zod'
import { paths, withQuery } from '../platform/address/paths.ts'
import { useSend } from '../platform/api/query.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import { TextField } from '../ui/fields/text-fields.tsx'
import { FormModal } from '../ui/form/form-modal.tsx'
import { NoticeLine } from '../ui/page/notice-line.tsx'
import { applicantOf, dayOf } from './application-words.ts'
import css from './applications.module.css'

const Submission = z.strictObject({ applicationId: TypedExchangeId })
type Typed = z.input<typeof Submission>

interface Props {
  application: ApplicationRow | null
  onClose(): void
  /** Called after the change. */
  onDone(): void
}

/**
 * Submitted: records the marketplace's id of the selected application (APP-15). One that is not submitted yet goes on in the
 * wizard, where no one types the id.
 */
export function SubmittedDialog({ application, onClose, onDone }: Props) {
  const set = useSend(applications.setStatus, {
    refreshes: [applications.list, applications.one, applications.history],
  })
  const last = useRef(application)
  if (application) last.current = application
  const shown = last.current
  return (
    <FormModal<Typed, z.output<typeof Submission>>
      opened={application !== null}
      onClose={onClose}
      title="Submitted"
      width={440}
      schema={Submission}
      values={{ applicationId: shown?.applicationId ?? '' }}
      formKey={shown?.id ?? ''}
      submit="Set Submitted"
      notice={
        shown && shown.consentSignedDate === null ? (
          <div className={css.notice}>
            <NoticeLine tone="amber">{noConsent(shown)}</NoticeLine>
          </div>
        ) : null
      }
      onSubmit={async ({ applicationId }) => {
        if (!shown) return
        try {
          await set.mutateAsync({ ids: [shown.id], statusTypeCode: 'SUB', applicationId })
        } catch (failure) {
          toasts.failure('Set status error', failure)
          throw failure
        }
        toasts.success('Set status success!')
        onDone()
      }}
    >
      <p className={css.about}>
        The application of <strong>{shown ? applicantOf(shown) : ''}</strong> was submitted at the marketplace.
      </p>
      <p className={css.about}>
        Not submitted yet?{' '}
        <a href={withQuery(paths.edeNew, { application: shown?.id ?? '' })}>Apply in the Application Wizard</a>. It
        takes over what is entered here, and the marketplace&apos;s answer brings the id.
      </p>
      <TextField<Typed> name="applicationId" label="Marketplace application id" maxLength={50} />
    </FormModal>
  )
}

function noConsent({ consentRevokedDate, consentEndedOn }: ApplicationRow): string {
  if (consentRevokedDate !== null) return `The applicant revoked the consent on ${dayOf(consentRevokedDate)}.`
  if (consentEndedOn !== null) return `The applicant's consent ended on ${showDate(consentEndedOn)}.`
  return "The applicant hasn't signed a consent yet."
}

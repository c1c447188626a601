import { reviewLinkDays } from '@coverdesk/domain/ede/review-text.ts'
import { attestationNames } from '@coverdesk/domain/enrollment/attestations.ts'
import { enrollments } from '@coverdesk/domain/enrollment/enrollment-contract.ts'
import { messageChannels } from '@coverdesk/domain/messages/message-kinds.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { z } from 'zod'
import { useClientLanguage } from '../consents/use-client-language.ts'
import { useSend } from '../platform/api/query.ts'
import { failureMessage } from '../platform/failures/failure-message.ts'
import { openForClient } from '../platform/page/open-for-client.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import { showInstant } from '../ui/basics/instant.ts'
import { usePhone } from '../ui/basics/use-phone.ts'
import { SegmentedField } from '../ui/fields/choice-fields.tsx'
import { FormModal } from '../ui/form/form-modal.tsx'
import { FailedLine } from '../ui/page/failed-state.tsx'
import { NoticeLine } from '../ui/page/notice-line.tsx'
import { AttestationFields } from './attestation-fields.tsx'
import css from './enrollment-page.module.css'
import type { ClientReview } from './use-client-review.ts'
import type { sentGroups } from './use-send-enrollment.ts'

interface ClientReviewSectionProps {
  appId: string
  groups: ReturnType<typeof sentGroups>
  client: ClientReview
  /** Whether every group has people and a plan; shows what is missing. */
  check(): boolean
}

/** The client's review of exactly these groups with its four attestations, which only the client ticks. */
export function ClientReviewSection({ appId, groups, client, check }: ClientReviewSectionProps) {
  const [dialog, setDialog] = useState<'send' | 'device' | null>(null)
  const size = usePhone() ? 'xl' : 'sm'
  const { review, error, refetch, isOf } = client
  const isCurrent = isOf(groups)
  const isSigned = review?.state === 'signed' && isCurrent
  const ask = (kind: 'send' | 'device') => {
    if (check()) setDialog(kind)
  }
  if (error) return <FailedLine title="Couldn't load the review." why={failureMessage(error)} retry={refetch} />
  return (
    <section className={css.review} aria-label="Client review">
      <h2>Client review</h2>
      <AttestationFields ticked={Object.fromEntries(attestationNames.map((name) => [name, isSigned]))} />
      <NoticeLine tone={isSigned ? 'blue' : 'amber'}>{reviewWords(review, isCurrent)}</NoticeLine>
      {isSigned ? null : (
        <div className={css.reviewActions}>
          <Button size={size} variant="filled" onClick={() => ask('send')}>
            Request Review
          </Button>
          <Button size={size} onClick={() => ask('device')}>
            Sign on This Device
          </Button>
        </div>
      )}
      <SendDialog appId={appId} groups={groups} opened={dialog === 'send'} onClose={() => setDialog(null)} />
      <DeviceDialog appId={appId} groups={groups} opened={dialog === 'device'} onClose={() => setDialog(null)} />
    </section>
  )
}

function reviewWords(review: ClientReview['review'], isCurrent: boolean): string {
  if (!review || review.state === 'none')
    return 'Only the client can attest. Request the review, in which the client reads the plans and prices and signs the statements.'
  if (review.state === 'outdated')
    return 'The last review no longer counts: the application has changed at the marketplace since, or the client revoked, or it is older than 30 days. Request it again before you enroll.'
  if (!isCurrent) return 'The groups have changed since the last review. Request it again before you enroll.'
  if (review.state === 'signed')
    return `Signed by ${review.signedName ?? ''} ${showInstant(review.signedDate ?? '')}. You can enroll now.`
  return review.channel === 'device'
    ? 'The review is open on this device. Hand it to the client, and continue here when it is signed.'
    : `Sent to ${review.sentTo ?? ''}. You can enroll when the client has signed.`
}

interface DialogProps {
  appId: string
  groups: ReturnType<typeof sentGroups>
  opened: boolean
  onClose(): void
}

const Device = z.strictObject({ language: z.enum(['en', 'es']) })
const Way = Device.extend({ channel: z.enum(messageChannels) })

function LanguageField() {
  return (
    <SegmentedField<z.input<typeof Device>>
      name="language"
      label="Language"
      choices={[
        { value: 'en', label: 'English' },
        { value: 'es', label: 'Spanish' },
      ]}
    />
  )
}

function SendDialog({ appId, groups, opened, onClose }: DialogProps) {
  const { mutateAsync } = useSend(enrollments.requestReview, { refreshes: [enrollments.review] })
  const language = useClientLanguage(appId)
  return (
    <FormModal<z.input<typeof Way>, z.output<typeof Way>>
      opened={opened}
      onClose={onClose}
      title="Request Review"
      width={480}
      schema={Way}
      values={{ channel: 'email', language }}
      submit="Request Review"
      onSubmit={async (way) => {
        const { sentTo } = await mutateAsync({ appId, groups, ...way })
        toasts.success(`Review requested at ${sentTo ?? ''}.`)
        onClose()
      }}
    >
      <p className={css.quiet}>
        The client receives a link to read the plans and prices, check the four statements and sign, at the
        application's email or phone. The link works for {reviewLinkDays} days; an earlier unsigned link stops working.
      </p>
      <SegmentedField<z.input<typeof Way>>
        name="channel"
        label="Send by"
        choices={[
          { value: 'email', label: 'Email' },
          { value: 'sms', label: 'Text message' },
        ]}
      />
      <LanguageField />
    </FormModal>
  )
}

function DeviceDialog({ appId, groups, opened, onClose }: DialogProps) {
  const { mutateAsync } = useSend(enrollments.openReview, { refreshes: [enrollments.review] })
  const first = useClientLanguage(appId)
  return (
    <FormModal<z.input<typeof Device>, z.output<typeof Device>>
      opened={opened}
      onClose={onClose}
      title="Sign on This Device"
      width={480}
      schema={Device}
      values={{ language: first }}
      submit="Open for the Client"
      onSubmit={async ({ language }) => {
        await openForClient(async () => `/ede/app/review?id=${(await mutateAsync({ appId, groups, language })).link}`)
        onClose()
      }}
    >
      <p className={css.quiet}>
        The review opens in a new tab. Hand the device to the client, who reads the plans and prices, checks the four
        statements and signs.
      </p>
      <LanguageField />
    </FormModal>
  )
}

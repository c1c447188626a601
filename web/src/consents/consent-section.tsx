import { type ClientConsent, clientConsents } from '@coverdesk/domain/consents/client-consent-contract.ts'
import { type ConsentState, consentProblems } from '@coverdesk/domain/consents/consent-state.ts'
import { showDate } from '@coverdesk/domain/fields/calendar-date.ts'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useHasAccess } from '../access/current-user.ts'
import { downloadFile } from '../platform/api/call.ts'
import { apiQuery } from '../platform/api/query.ts'
import { failureMessage } from '../platform/failures/failure-message.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import { showInstant } from '../ui/basics/instant.ts'
import type { Tone } from '../ui/basics/list-column.ts'
import { SkeletonBar } from '../ui/basics/skeleton-bar.tsx'
import { StatusPill } from '../ui/basics/status-pill.tsx'
import { usePhone } from '../ui/basics/use-phone.ts'
import { FailedLine } from '../ui/page/failed-state.tsx'
import css from './consent-section.module.css'
import { RequestConsentDialog } from './request-consent-dialog.tsx'
import { RevocationDialog } from './revocation-dialog.tsx'
import { SignHereDialog } from './sign-here-dialog.tsx'
import { SignedUploadDialog } from './signed-upload-dialog.tsx'

const labels: Record<ConsentState, { label: string; tone: Tone }> = {
  none: { label: 'None', tone: 'amber' },
  requested: { label: 'Requested', tone: 'blue' },
  valid: { label: 'Valid', tone: 'green' },
  ended: { label: 'Ended', tone: 'amber' },
  revoked: { label: 'Revoked', tone: 'red' },
  'other-person': { label: 'Other person', tone: 'amber' },
  'other-agent': { label: 'Other agent', tone: 'amber' },
  'out-of-scope': { label: 'Not allowed', tone: 'amber' },
}

/** Consent of the application's client, with its next step; hidden from clients, who need none. */
export function ConsentSection({ appId }: { appId: string }) {
  const mayRead = useHasAccess(clientConsents.one.allow)
  const { data, error, refetch } = useQuery({ ...apiQuery(clientConsents.one, { appId }), enabled: mayRead })
  if (!mayRead) return null
  return (
    <section className={css.section} aria-label="Client consent">
      <h2>Client consent</h2>
      {data ? (
        <Consent appId={appId} consent={data} />
      ) : error ? (
        <FailedLine title="Couldn't load the consent." why={failureMessage(error)} retry={() => void refetch()} />
      ) : (
        <SkeletonBar width={320} height={14} />
      )}
    </section>
  )
}

function Consent({ appId, consent }: { appId: string; consent: ClientConsent }) {
  const [dialog, setDialog] = useState<'request' | 'revoke' | 'here' | 'upload' | null>(null)
  const size = usePhone() ? 'xl' : 'sm'
  const { label, tone } = labels[consent.state]
  const close = () => setDialog(null)
  return (
    <div className={css.line}>
      <StatusPill tone={tone}>{label}</StatusPill>
      <span className={css.words}>{consentWords(consent)}</span>
      <span className={css.actions}>
        {consent.isRevocable ? (
          <Button size={size} onClick={() => setDialog('revoke')}>
            Note Revocation
          </Button>
        ) : null}
        <Button
          size={size}
          variant={consent.state === 'valid' ? 'default' : 'filled'}
          onClick={() => setDialog('request')}
        >
          {consent.sentDate === null ? 'Request Consent' : 'Request Again'}
        </Button>
        {consent.state === 'valid' ? null : (
          <>
            <Button size={size} onClick={() => setDialog('here')}>
              Sign on This Device
            </Button>
            <Button size={size} onClick={() => setDialog('upload')}>
              Add Signed File
            </Button>
          </>
        )}
        {consent.sentDate === null ? null : (
          <Button
            size={size}
            variant="subtle"
            onClick={() =>
              downloadFile(clientConsents.evidence, { appIds: appId }).catch((error) =>
                toasts.failure("Couldn't download the evidence.", error),
              )
            }
          >
            Download Evidence
          </Button>
        )}
        {consent.fileName === null ? null : (
          <Button
            size={size}
            variant="subtle"
            onClick={() =>
              downloadFile(clientConsents.file, { appId }).catch((error) =>
                toasts.failure("Couldn't download the signed file.", error),
              )
            }
          >
            Download {consent.fileName}
          </Button>
        )}
      </span>
      <RequestConsentDialog appId={appId} opened={dialog === 'request'} onClose={close} />
      <SignHereDialog appId={appId} opened={dialog === 'here'} onClose={close} />
      <SignedUploadDialog appId={appId} name={consent.signedName ?? ''} opened={dialog === 'upload'} onClose={close} />
      <RevocationDialog appId={appId} opened={dialog === 'revoke'} onClose={close} />
    </div>
  )
}

function revokedWords({ revokedWay, revokedNote, saidOn }: ClientConsent): string {
  if (revokedWay === 'text') return `by text message: ${revokedNote ?? ''}`
  if (revokedWay !== 'noted') return 'by the client'
  return saidOn ? `as said on ${showDate(saidOn)}: ${revokedNote ?? ''}` : `: ${revokedNote ?? ''}`
}

/** What happened, and what follows from it. */
function consentWords(consent: ClientConsent): string {
  const { state, sentDate, sentTo, signedDate, signedName, agentName, endsOn, revokedDate } = consent
  switch (state) {
    case 'none':
      return 'Request consent before you refetch the application, look for plans or enroll.'
    case 'requested':
      return consent.channel === 'device'
        ? 'The consent is open on this device. Hand it to the client, and continue when it is signed.'
        : `Sent to ${sentTo ?? ''} ${showInstant(sentDate ?? '')}. Continue when the client has signed.`
    case 'valid':
      return `Signed by ${signedName ?? ''} ${showInstant(signedDate ?? '')} for the agency${agentName ? ` and ${agentName}` : ''}. Ends on ${showDate(endsOn)}.`
    case 'ended':
      return `Ended on ${showDate(endsOn)}. Request it again before you continue.`
    case 'revoked':
      return `Revoked ${showInstant(revokedDate ?? '')} ${revokedWords(consent)}.`
    case 'other-person':
    case 'other-agent':
    case 'out-of-scope':
      return consentProblems[state]
  }
}

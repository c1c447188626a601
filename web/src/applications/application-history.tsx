import {
  type ApplicationHistoryRow,
  type ApplicationRow,
  applications,
  type ConsentEntry,
} from '@coverdesk/domain/applications/application-contract.ts'
import { showDate } from '@coverdesk/domain/fields/calendar-date.ts'
import { showPhone } from '@coverdesk/domain/fields/personal-numbers.ts'
import { IconFlag, IconSend, IconSignature, IconSignatureOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { HistoryDialog } from '../history/history-dialog.tsx'
import type { DatedEntry } from '../history/history-entries.tsx'
import { apiQuery } from '../platform/api/query.ts'
import { failureMessage } from '../platform/failures/failure-message.ts'
import { showInstant } from '../ui/basics/instant.ts'
import { applicantOf, statusTone } from './application-words.ts'
import css from './applications.module.css'

/** History of status changes with user, agent and time (APP-19), field changes and consents. */
export function ApplicationHistory({ application, onClose }: { application: ApplicationRow | null; onClose(): void }) {
  const last = useRef(application)
  if (application) last.current = application
  const shown = last.current
  const { data, failureReason, refetch } = useQuery({
    ...apiQuery(applications.history, { id: shown?.id ?? '' }),
    enabled: application !== null,
    staleTime: 0,
  })
  return (
    <HistoryDialog
      opened={application !== null}
      onClose={onClose}
      name={shown ? applicantOf(shown) : ''}
      history={
        data && {
          changes: data.changes.filter(({ version }) => version > 1),
          more: [...data.statuses.map(statusEntry), ...data.consents.flatMap(consentEntries)],
        }
      }
      failed={failureReason ? { why: failureMessage(failureReason), retry: () => void refetch() } : undefined}
    />
  )
}

function statusEntry({ userName, createDate, status, agentName, comment }: ApplicationHistoryRow, place: number) {
  const about = [agentName && `Agent ${agentName}`, comment].filter(Boolean).join('. ')
  return {
    key: `status ${place}`,
    at: createDate,
    date: showInstant(createDate),
    tone: statusTone(status),
    icon: <IconFlag size={14} stroke={1.75} />,
    title: `Status ${status ?? 'none'}`,
    by: userName,
    ...(about ? { text: about } : {}),
  }
}

const wayWords: Record<ConsentEntry['channel'], string> = {
  email: 'To',
  sms: 'To',
  account: 'In the own account of',
  device: 'On the device of',
  upload: 'As a file, added by',
}

function consentEntries(consent: ConsentEntry, place: number): DatedEntry[] {
  const { sentDate, sentBy, channel, sentTo, agentName, signedDate, signedName, revokedDate } = consent
  const requested: DatedEntry = {
    key: `asked ${place}`,
    at: sentDate,
    date: showInstant(sentDate),
    tone: 'grey',
    icon: <IconSend size={14} stroke={1.75} />,
    title: 'Consent requested',
    by: sentBy,
    text: `${wayWords[channel]} ${channel === 'sms' ? showPhone(sentTo) : sentTo}${agentName ? `, for agent ${agentName}` : ''}`,
  }
  if (signedDate === null) return [requested]
  const signed: DatedEntry = {
    key: `signed ${place}`,
    at: signedDate,
    date: showInstant(signedDate),
    tone: 'green',
    icon: <IconSignature size={14} stroke={1.75} />,
    title: 'Consent signed',
    by: signedName ?? '',
    text: <Evidence consent={consent} />,
  }
  if (revokedDate === null) return [requested, signed]
  const revoked: DatedEntry = {
    key: `revoked ${place}`,
    at: revokedDate,
    date: showInstant(revokedDate),
    tone: 'red',
    icon: <IconSignatureOff size={14} stroke={1.75} />,
    title: 'Consent revoked',
    by: signedName ?? '',
  }
  return [requested, signed, revoked]
}

/** Validity of a consent, with the signed evidence on request. */
function Evidence({ consent: { endsOn, revokedDate, evidence } }: { consent: ConsentEntry }) {
  return (
    <>
      {revokedDate === null ? <>Valid until {showDate(endsOn)}</> : null}
      {evidence ? (
        <details className={css.evidence}>
          <summary>What was signed</summary>
          <p lang={evidence.language}>{evidence.text}</p>
          <p>
            Version {evidence.version}, SHA-256 {evidence.sha256}; from {evidence.address} with {evidence.userAgent}
          </p>
        </details>
      ) : null}
    </>
  )
}

import type { ApplicationRow } from '@coverdesk/domain/applications/application-contract.ts'
import { type ApplicationStatusName, applicationStatus } from '@coverdesk/domain/applications/application-status.ts'
import { showDate, todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import type { Tone } from '../ui/basics/list-column.ts'
import type { Choice } from '../ui/choices/choice.ts'

export function applicantOf({ firstName, middleName, lastName }: ApplicationRow): string {
  return [firstName, middleName, lastName].filter(Boolean).join(' ')
}

const tones: Readonly<Record<ApplicationStatusName, Tone>> = {
  New: 'grey',
  Assigned: 'blue',
  Submitted: 'green',
  Void: 'red',
}

/** Color of a status. */
export function statusTone(name: string | null): Tone {
  return name !== null && name in tones ? tones[name as ApplicationStatusName] : 'grey'
}

export const statusChoices: readonly Choice[] = Object.entries(applicationStatus).map(([label, id]) => ({
  value: String(id),
  label,
}))

/** Date of an instant in the agency's time zone. */
export function dayOf(instant: string): string {
  return showDate(todayIn(new Date(instant)))
}

/** State of the consent: signed, revoked, ended, requested, or null. */
export function consentWords(application: ApplicationRow): string | null {
  const { consentSignedDate, consentRevokedDate, consentEndedOn, consentSentDate } = application
  const isLast = (date: string) => consentSentDate === null || date >= consentSentDate
  if (consentSignedDate !== null && isLast(consentSignedDate)) return `Signed ${dayOf(consentSignedDate)}`
  if (consentRevokedDate !== null && isLast(consentRevokedDate)) return `Revoked ${dayOf(consentRevokedDate)}`
  if (consentEndedOn !== null && isLast(consentEndedOn)) return `Ended ${showDate(consentEndedOn)}`
  return consentSentDate === null ? null : `Sent ${dayOf(consentSentDate)}`
}

import type { ConsentChannel } from '@coverdesk/domain/applications/application-contract.ts'
import {
  type ConsentState,
  type ConsentWanted,
  consentState,
  otherPerson,
  validConsent,
} from '@coverdesk/domain/consents/consent-state.ts'
import { samePerson } from '@coverdesk/domain/consents/same-person.ts'
import type { EdeAnswers } from '@coverdesk/domain/ede/ede-answers.ts'
import { fullName } from '@coverdesk/domain/ede/review-text.ts'
import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { agentsAtWork, internalConsentRecords, type StoredConsent } from '../consents/client-consent-queries.ts'
import type { Db } from '../platform/db/database.ts'
import type { SignedInCall } from '../platform/http/http-call.ts'

export interface EdeConsent {
  state: ConsentState
  channel: ConsentChannel | null
  sentTo: string | null
  /** The consent that is valid for the applicant. */
  signed: StoredConsent | undefined
  /** Name in a signed consent that no longer counts because the applicant is another; null otherwise. */
  otherApplicant: string | null
}

/** Name of the applicant, as it is submitted. */
export const applicantOf = ({ answers }: { answers: EdeAnswers }): string => fullName(answers.household.people[0])

/** What the consent of an application must hold for when this user works on it. */
export function wantedOf(
  stored: { agentId: number | null; answers: EdeAnswers },
  { user, now }: Pick<SignedInCall, 'user' | 'now'>,
): ConsentWanted {
  return {
    now: now.toISOString(),
    today: todayIn(now),
    person: applicantOf(stored),
    agentIds: agentsAtWork(user, stored.agentId),
  }
}

/** Consent for the applicant and the agent who works on the application. */
export async function edeConsent(
  db: Db,
  { user, now }: Pick<SignedInCall, 'user' | 'now'>,
  stored: { number: number; agentId: number | null; answers: EdeAnswers },
): Promise<EdeConsent> {
  const records = await internalConsentRecords(db, stored.number)
  const wanted = wantedOf(stored, { user, now })
  const open = records.find(({ isReplaced, applicant }) => !isReplaced && samePerson(applicant, wanted.person))
  return {
    state: consentState(records, wanted),
    channel: open?.channel ?? null,
    sentTo: open?.sentTo ?? null,
    signed: validConsent(records, wanted),
    otherApplicant: otherPerson(records, wanted),
  }
}

import { type ConsentState, consentState, validConsent } from '@coverdesk/domain/consents/consent-state.ts'
import type { EdeAnswers } from '@coverdesk/domain/ede/ede-answers.ts'
import { fullName } from '@coverdesk/domain/ede/review-text.ts'
import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { internalConsentRecords, type StoredConsent } from '../consents/client-consent-queries.ts'
import type { Db } from '../platform/db/database.ts'

export interface EdeConsent {
  state: ConsentState
  sentTo: string | null
  /** The consent that is valid for the applicant. */
  signed: StoredConsent | undefined
  /** Name in a signed consent that no longer counts because the applicant is another; null otherwise. */
  otherApplicant: string | null
}

/** Name of the applicant, as it is submitted. */
export const applicantOf = ({ answers }: { answers: EdeAnswers }): string => fullName(answers.household.people[0])

/** Consent for the applicant: one that names another person counts only by its revocation. */
export async function edeConsent(
  db: Db,
  stored: { number: number; answers: EdeAnswers },
  now: Date,
): Promise<EdeConsent> {
  const records = await internalConsentRecords(db, stored.number)
  const today = todayIn(now)
  const applicant = applicantOf(stored).toLowerCase()
  const counted = records.map((record) =>
    record.applicant.toLowerCase() === applicant ? record : { ...record, signedDate: null, isReplaced: true },
  )
  const signed = validConsent(counted, today)
  const open = counted.find(({ isReplaced }) => !isReplaced)
  return {
    state: consentState(counted, { now: now.toISOString(), today }),
    sentTo: open?.sentTo ?? null,
    signed,
    otherApplicant: signed ? null : (validConsent(records, today)?.applicant ?? null),
  }
}

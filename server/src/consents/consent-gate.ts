import {
  type ConsentRecord,
  type ConsentWanted,
  consentProblems,
  consentState,
  otherPerson,
} from '@coverdesk/domain/consents/consent-state.ts'
import { fail, failWith } from '@coverdesk/domain/fail.ts'
import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import type { ConsentScope, ConsentSubjectKind } from '@coverdesk/domain/platform/consent-rule.ts'
import type { ConsentGate } from '../platform/http/http.ts'
import type { Call } from '../platform/http/http-call.ts'
import { type Authorizing, refuseUnauthorized } from './authorization/authorization-records.ts'

/** The application that a call names, and what its client has signed. */
export interface ConsentSubject {
  /** Name of the client now. */
  person: string
  /** Agents whom a consent for one agent must name. */
  agentIds: readonly number[]
  /** Newest first. */
  records: readonly ConsentRecord[]
  /** Whether the client reviewed exactly what this call sends. */
  isReviewed: () => Promise<boolean>
  /** What the agent must be authorized for at the exchange; null for clients who submit themselves. */
  authorizing: () => Promise<Authorizing | null>
}

/** Finds the subject of a call; null when the handler answers it, such as for an application that the user can't see. */
export type FindsConsentSubject = (
  call: Call,
  input: Readonly<Record<string, unknown>>,
) => Promise<ConsentSubject | null>

/**
 * Fails with `consent.required`, `review.required` or `authorization.required` unless the client has signed what the route
 * declares (decisions 250 and 254).
 */
export function consentGate(subjects: ReadonlyMap<ConsentSubjectKind, FindsConsentSubject>): ConsentGate {
  return async (call, rule, input) => {
    const find = subjects.get(rule.of)
    if (!find) throw new Error(`No feature finds the consents of ${rule.of}`)
    const subject = await find(call, { ...Object(input) })
    if (!subject) return
    const { person, agentIds, records } = subject
    const { now } = call
    refuseUnconsented(records, { now: now.toISOString(), today: todayIn(now), person, agentIds }, rule.scopes)
    if (rule.review && !(await subject.isReviewed())) fail('review.required')
    const authorizing = rule.authorization ? await subject.authorizing() : null
    if (authorizing) await refuseUnauthorized(call.db, authorizing, now)
  }
}

/** Fails with `consent.required` unless the client consented to each of the scopes. */
export function refuseUnconsented(
  records: readonly ConsentRecord[],
  at: Omit<ConsentWanted, 'scope'>,
  scopes: readonly ConsentScope[],
): void {
  for (const scope of scopes) {
    const wanted: ConsentWanted = { ...at, scope }
    const state = consentState(records, wanted)
    if (state === 'valid') continue
    const other = otherPerson(records, wanted)
    const message = other
      ? `The consent names ${other}, the application ${at.person}. Request the consent again.`
      : consentProblems[state]
    failWith('consent.required', { state, named: other ?? null, applicant: at.person }, { message })
  }
}

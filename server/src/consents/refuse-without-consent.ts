import { mayPass } from '@coverdesk/domain/access/claim-expression.ts'
import {
  type ConsentWanted,
  consentProblems,
  consentState,
  otherPerson,
} from '@coverdesk/domain/consents/consent-state.ts'
import { fail } from '@coverdesk/domain/failures.ts'
import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import type { ConsentRule } from '@coverdesk/domain/platform/route.ts'
import { sql } from 'kysely'
import { applicantOf } from '../ede/ede-consent.ts'
import { findVisibleEde, reviewsOf, validReview } from '../ede/ede-queries.ts'
import { visibleApplications } from '../marketplace/marketplace-queries.ts'
import type { ConsentGate } from '../platform/http/http.ts'
import type { Call } from '../platform/http/http-call.ts'
import { consentRecords, internalConsentRecords, type StoredConsent, workingAgent } from './client-consent-queries.ts'

/** The application that a call names, and what its client has signed. */
interface Subject {
  /** Name of the client now. */
  person: string
  /** Agent whose consent counts. */
  agentId: number | null
  records: readonly StoredConsent[]
  /** Whether the client reviewed exactly what this call sends. */
  isReviewed: () => Promise<boolean>
}

/**
 * Fails with `consent.required` or `review.required` unless the client has signed what the route declares (decision 165). An
 * application that the user cannot see is left to the handler, which answers as missing.
 */
export const refuseWithoutConsent: ConsentGate = async (call, rule, input) => {
  const subject = await subjects[rule.of](call, membersOf(input))
  if (!subject) return
  const { person, agentId, records } = subject
  const { now } = call
  const wanted: ConsentWanted = { now: now.toISOString(), today: todayIn(now), person, agentId, scope: rule.scope }
  const state = consentState(records, wanted)
  if (state !== 'valid') {
    const other = otherPerson(records, wanted)
    const message = other
      ? `The consent names ${other}, the application ${person}. Request the consent again.`
      : consentProblems[state]
    fail('consent.required', { message, details: { state } })
  }
  if (rule.review && !(await subject.isReviewed())) fail('review.required')
}

const subjects: Record<
  ConsentRule['of'],
  (call: Call, input: Readonly<Record<string, unknown>>) => Promise<Subject | null>
> = {
  marketplace: async ({ db, caller }, { appId }) => {
    if (!caller || typeof appId !== 'string') return null
    // Clients need no consent for their own application, and attest to what they send themselves.
    if (mayPass('customer|consumer', caller) && caller.applicationId === appId) return null
    const { rows } = await sql<{ id: number; person: string; agentId: number | null }>`
      select m.id, concat_ws(' ', m.user_first_name, m.user_last_name) as person,
        coalesce(m.agent_id, m.sale_agent_id) as "agentId"
      from marketplace_applications m
      where m.exchange_assigned_id = ${appId} and ${visibleApplications(caller)}`.execute(db)
    const [application] = rows
    if (!application) return null
    return {
      person: application.person,
      agentId: workingAgent(caller, application.agentId),
      records: await consentRecords(db, application.id),
      isReviewed: async () => true,
    }
  },
  wizard: async ({ db, caller }, { id }) => {
    if (!caller || typeof id !== 'string') return null
    const application = await findVisibleEde(db, caller, id)
    // Nothing is asked for an accepted application.
    if (!application || application.state === 'submitted') return null
    return {
      person: applicantOf(application),
      agentId: workingAgent(caller, application.agentId),
      records: await internalConsentRecords(db, application.number),
      isReviewed: async () => validReview(await reviewsOf(db, application.key), application) !== undefined,
    }
  },
}

function membersOf(input: unknown): Readonly<Record<string, unknown>> {
  return typeof input === 'object' && input !== null ? { ...input } : {}
}

import { mayPass } from '@coverdesk/domain/access/claim-expression.ts'
import { consentProblems, consentState } from '@coverdesk/domain/consents/consent-state.ts'
import { fail } from '@coverdesk/domain/failures.ts'
import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { sql } from 'kysely'
import { visibleApplications } from '../marketplace/marketplace-queries.ts'
import type { ConsentGate } from '../platform/http/http.ts'
import { consentRecords } from './client-consent-queries.ts'

/**
 * Fails with `consent.required` unless the application's client consents (decision 165). Clients need no consent for
 * their own application. An application that the user cannot see is left to the handler, which answers as missing.
 */
export const refuseWithoutConsent: ConsentGate = async ({ db, caller, now }, appId) => {
  if (!caller) return
  if (mayPass('customer|consumer', caller) && caller.applicationId === appId) return
  const { rows } = await sql<{ id: number }>`
    select m.id from marketplace_applications m
    where m.exchange_assigned_id = ${appId} and ${visibleApplications(caller)}`.execute(db)
  const [application] = rows
  if (!application) return
  const records = await consentRecords(db, application.id)
  const state = consentState(records, { now: now.toISOString(), today: todayIn(now) })
  if (state !== 'valid') fail('consent.required', { message: consentProblems[state], details: { state } })
}

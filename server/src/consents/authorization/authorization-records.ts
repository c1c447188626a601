import type { AskedPeriod } from '@coverdesk/domain/consents/authorization-rule.ts'
import { isAsked } from '@coverdesk/domain/consents/authorization-rule.ts'
import {
  type AuthorizationRecord,
  type AuthorizationWanted,
  authorizationProblems,
  authorizationState,
} from '@coverdesk/domain/consents/authorization-state.ts'
import { failWith } from '@coverdesk/domain/fail.ts'
import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { instantOf } from '../../platform/db/instant.ts'

/** What a submission must be authorized for. */
export interface Authorizing {
  /** Our ids of the application; one of them is null. */
  internalId: number | null
  marketplaceId: number | null
  /** Name of the client now. */
  person: string
  /** Where the client lives; null if unknown. */
  state: string | null
  planYear: number
  /** The agent in whose name it is submitted. */
  agentId: number | null
}

export interface StoredAuthorization extends AuthorizationRecord {
  id: number
  uuid: string
  sentTo: string
  method: 'code' | 'link' | null
}

/**
 * Codes that were sent to the client of an application and the authorizations by them, newest first; of a marketplace
 * application also those of the internal one that was submitted as it.
 */
export async function authorizationRecords(
  db: Db,
  { internalId, marketplaceId }: Authorizing,
): Promise<StoredAuthorization[]> {
  const { rows } = await sql<StoredAuthorization>`
    select r.id, r.uuid, r.applicant, r.plan_year as "planYear", r.agent_id as "agentId", r.sent_to as "sentTo",
      ${sql.raw(instantOf('r.expires_at'))} as expires, ${sql.raw(instantOf('a.authorized_at'))} as "authorizedDate",
      a.valid_until as "validUntil", a.method
    from authorization_requests r left join exchange_authorizations a on a.request_id = r.id
    where r.application_id = ${internalId} or r.marketplace_application_id = ${marketplaceId}
      or r.application_id in (
        select i.id from marketplace_applications m
        join internal_applications i on i.marketplace_id = m.exchange_assigned_id where m.id = ${marketplaceId})
    order by r.id desc`.execute(db)
  return rows
}

/** What the exchange asks for today, and of whom. */
export async function authorizationWanted(
  db: Db,
  { person, state, planYear, agentId }: Authorizing,
  now: Date,
): Promise<AuthorizationWanted> {
  const today = todayIn(now)
  return {
    now: now.toISOString(),
    today,
    person,
    planYear,
    agentId,
    isAsked: state !== null && isAsked(await askedPeriod(db, state), today),
  }
}

/** When the exchange of a state asks for authorizations: as an administrator set it last. */
async function askedPeriod(db: Db, state: string): Promise<AskedPeriod> {
  const { rows } = await sql<AskedPeriod>`
    select asked_from as "from", asked_until as until from authorization_rules
    where state = ${state} order by id desc limit 1`.execute(db)
  return rows[0] ?? { from: null, until: null }
}

/** Fails with `authorization.required` where the exchange asks for an authorization that the client has not given. */
export async function refuseUnauthorized(db: Db, authorizing: Authorizing, now: Date): Promise<void> {
  const wanted = await authorizationWanted(db, authorizing, now)
  const state = authorizationState(await authorizationRecords(db, authorizing), wanted)
  if (state === 'valid' || state === 'not-asked') return
  failWith('authorization.required', { state }, { message: authorizationProblems[state] })
}

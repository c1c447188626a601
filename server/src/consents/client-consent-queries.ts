import type { ConsentChannel } from '@coverdesk/domain/applications/application-contract.ts'
import type { ClientConsent } from '@coverdesk/domain/consents/client-consent-contract.ts'
import {
  type ConsentRecord,
  type ConsentWanted,
  consentState,
  revocable,
  validConsent,
} from '@coverdesk/domain/consents/consent-state.ts'
import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import type { MarketplaceRow } from '@coverdesk/domain/marketplace/marketplace-contract.ts'
import type { MessageLanguage } from '@coverdesk/domain/messages/message-kinds.ts'
import { type RawBuilder, sql } from 'kysely'
import type { StoredApplication } from '../marketplace/marketplace-queries.ts'
import type { SignedIn } from '../platform/auth/session.ts'
import type { Db } from '../platform/db/database.ts'
import { instantOf } from '../platform/db/instant.ts'
import type { SignedInCall } from '../platform/http/http-call.ts'
import { linkedApplications } from './linked-applications.ts'

/** A consent request with its signature and revocation. */
export interface StoredConsent extends ConsentRecord {
  consentId: number | null
  sentDate: string
  sentTo: string
  agentName: string | null
  signedName: string | null
  revokedNote: string | null
  revokedWay: 'link' | 'noted' | 'text' | null
  /** Day on which the client said it, as noted by an agent. */
  saidOn: string | null
  channel: ConsentChannel
  /** In which it was signed, or else requested. */
  language: MessageLanguage
  /** Name of the signed page or recording. */
  fileName: string | null
}

/**
 * Consent requests of a marketplace application, newest first, with those of the internal application that was submitted
 * as this one for the same person.
 */
export async function consentRecords(db: Db, applicationId: number): Promise<StoredConsent[]> {
  return await recordsWhere(
    db,
    sql`r.id in (
      select id from consent_requests where marketplace_application_id = ${applicationId}
      union all
      select q.id
      from marketplace_applications m
      join internal_applications i on ${linkedApplications}
      join consent_requests q on q.application_id = i.id
      where m.id = ${applicationId})`,
  )
}

/**
 * Consent requests of an internal application, newest first, with those of the marketplace application that the wizard submitted it
 * as: what the client signs or revokes there holds for changes in the wizard too.
 */
export async function internalConsentRecords(db: Db, number: number): Promise<StoredConsent[]> {
  return await recordsWhere(
    db,
    sql`r.id in (
      select id from consent_requests where application_id = ${number}
      union all
      select q.id
      from internal_applications i
      join ede_applications w on w.application_id = i.id and w.submitted_at is not null
      join marketplace_applications m on m.exchange_assigned_id = i.marketplace_id
      join consent_requests q on q.marketplace_application_id = m.id
      where i.id = ${number})`,
  )
}

async function recordsWhere(db: Db, condition: RawBuilder<unknown>): Promise<StoredConsent[]> {
  const { rows } = await sql<StoredConsent>`
    select g.id as "consentId", ${sql.raw(instantOf('r.created_at'))} as "sentDate", r.sent_to as "sentTo", r.applicant,
      r.agent_name as "agentName", r.scopes, case when r.only_agent then r.agent_id end as "onlyAgentId", ${sql.raw(instantOf('r.expires_at'))} as expires,
      r.replaced_at is not null as "isReplaced", ${sql.raw(instantOf('g.signed_at'))} as "signedDate",
      g.signed_name as "signedName", g.ends_on as "endsOn", ${sql.raw(instantOf('v.revoked_at'))} as "revokedDate",
      nullif(v.note, '') as "revokedNote", v.way as "revokedWay", v.said_on as "saidOn", r.channel,
      coalesce(g.language, r.language) as language,
      (select f.name from signed_files f where f.consent_id = g.id limit 1) as "fileName"
    from consent_requests r
    left join consents g on g.request_id = r.id
    left join consent_revocations v on v.consent_id = g.id
    where ${condition}
    order by r.id desc`.execute(db)
  return rows
}

/** What the consent of a marketplace application must hold for when this user works on it. */
export function wantedOf(
  { userFirstName, userLastName, agentId, agentSaleId }: MarketplaceRow,
  { user, now }: Pick<SignedInCall, 'user' | 'now'>,
): ConsentWanted {
  return {
    now: now.toISOString(),
    today: todayIn(now),
    person: [userFirstName, userLastName].join(' ').trim(),
    agentIds: agentsAtWork(user, agentId ?? agentSaleId),
  }
}

/** The signed-in agent and the agent of an application; a consent for one agent must be for both. */
export const agentsAtWork = ({ ownAgentId }: SignedIn, agentOfApplication: number | null): readonly number[] =>
  [ownAgentId, agentOfApplication].filter((id) => id !== null)

/** Staff who are no agents work for the agent of the application. */
export const workingAgent = ({ ownAgentId }: SignedIn, agentOfApplication: number | null): number | null =>
  ownAgentId ?? agentOfApplication

/** Consent of an application as its screen shows it. */
export async function clientConsentOf(
  db: Db,
  call: Pick<SignedInCall, 'user' | 'now'>,
  application: StoredApplication,
): Promise<ClientConsent> {
  const { id: applicationId } = application
  const records = await consentRecords(db, applicationId)
  const wanted = wantedOf(application, call)
  const signed = validConsent(records, wanted) ?? records.find(({ signedDate }) => signedDate !== null)
  const revoked = records
    .filter(({ revokedDate }) => revokedDate !== null)
    .sort((one, two) => ((one.revokedDate ?? '') < (two.revokedDate ?? '') ? 1 : -1))[0]
  return {
    applicationId,
    state: consentState(records, wanted),
    isRevocable: revocable(records, wanted.today) !== undefined,
    sentDate: records[0]?.sentDate ?? null,
    sentTo: records[0]?.sentTo ?? null,
    signedDate: signed?.signedDate ?? null,
    signedName: signed?.signedName ?? null,
    agentName: signed?.agentName ?? null,
    endsOn: signed?.endsOn ?? null,
    revokedDate: revoked?.revokedDate ?? null,
    revokedNote: revoked?.revokedNote ?? null,
    revokedWay: revoked?.revokedWay ?? null,
    saidOn: revoked?.saidOn ?? null,
    channel: signed?.channel ?? records[0]?.channel ?? null,
    language: records[0]?.language ?? null,
    fileName: signed?.fileName ?? null,
  }
}

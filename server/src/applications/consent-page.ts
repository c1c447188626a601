import { createHash } from 'node:crypto'
import { applicationStatus } from '@coverdesk/domain/applications/application-status.ts'
import type { ConsentPage, consent } from '@coverdesk/domain/applications/consent-contract.ts'
import {
  type ConsentFacts,
  consentPlainText,
  consentText,
  consentVersion,
} from '@coverdesk/domain/applications/consent-text.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import { showPhone } from '@coverdesk/domain/fields/personal-numbers.ts'
import type { MessageLanguage } from '@coverdesk/domain/messages/message-kinds.ts'
import type { ConsentScope } from '@coverdesk/domain/platform/consent-rule.ts'
import { sql } from 'kysely'
import { callerOf } from '../access/accounts/account-name.ts'
import { rateLimit } from '../access/rate-limit.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { Call, Handler } from '../platform/http/http-call.ts'
import { refuseOtherName } from './refuse-other-name.ts'
import { linkHash } from './request-consent.ts'

/** Requests per address in 15 minutes: enough for a family that shares one address. */
const limit = { limit: 60, minutes: 15 }
const takeTurnOf = ({ db, address }: Call) => rateLimit(db, { call: 'consent', caller: callerOf(address), ...limit })

/** A consent request with a valid link, and its signature if it is signed. */
interface OpenRequest {
  id: number
  applicationId: number | null
  marketplaceApplicationId: number | null
  reference: string
  language: MessageLanguage
  agency: string
  agencyPhone: string
  agencyEmail: string
  applicant: string
  agentName: string | null
  agentNpn: string | null
  scopes: ConsentScope[]
  onlyAgent: boolean
  months: number
  /** Null on requests from before they named it. */
  planYear: number | null
  expires: Date
  consentId: number | null
  signed: Date | null
  revoked: Date | null
}

/** Kind and id of the application, as the audit record names it. */
function subjectOf({ applicationId, marketplaceApplicationId }: OpenRequest) {
  return applicationId === null
    ? { entity: 'marketplace-application', entityId: marketplaceApplicationId ?? 0 }
    : { entity: 'internal-application', entityId: applicationId }
}

/** Consent text of a link in both languages, and when it was signed (CONSUMER-11). */
export const showConsent: Handler<typeof consent.page> = async (call, { id }): Promise<ConsentPage> => {
  await takeTurnOf(call)
  const request = await findRequest(call.db, id)
  const { reference, agency, applicant, agentName, agentNpn, language, expires, signed, revoked } = request
  const { entity, entityId } = subjectOf(request)
  return {
    reference,
    shown: [{ kind: entity, data: [{ id: entityId }] }],
    agency,
    applicant,
    agentName,
    agentNpn,
    language,
    signedDate: signed?.toISOString() ?? null,
    revokedDate: revoked?.toISOString() ?? null,
    expires: expires.toISOString(),
    texts: { en: shown(request, 'en'), es: shown(request, 'es') },
  }
}

/**
 * Stores the signature with the exact text, time, address and user agent; it cannot be changed afterwards. Of two
 * concurrent signatures one is stored, and the other fails with `consent.signed`.
 */
export const signConsent: Handler<typeof consent.sign> = async (call, { id, language, sha256, signedName }) => {
  await takeTurnOf(call)
  return await inTransaction(call.db, async (db) => {
    await sql`select from consent_requests where token_hash = ${linkHash(id)} for update`.execute(db)
    const request = await findRequest(db, id)
    if (request.signed) fail('consent.signed')
    refuseOtherName(signedName, request.applicant)
    const text = consentPlainText(consentText(language, factsOf(request), request.planYear))
    if (hashOf(text) !== sha256) fail('consent.changed')
    const { rows } = await sql<{ id: number; signed: Date }>`
      insert into consents (request_id, application_id, marketplace_application_id, signed_name, address, user_agent,
        language, text_version, text_signed, text_sha256, ends_on)
      values (${request.id}, ${request.applicationId}, ${request.marketplaceApplicationId}, ${signedName}, ${call.address}, ${(call.userAgent ?? '').slice(0, 500)},
        ${language}, ${consentVersion(request.planYear)}, ${text}, ${Buffer.from(sha256, 'hex')},
        ((now() at time zone 'America/New_York') + make_interval(months => ${request.months}))::date)
      returning id, signed_at as signed`.execute(db)
    const signed = rows[0] ?? fail('server.error')
    await writeAudit(db, call.audit, {
      action: 'update',
      ...subjectOf(request),
      outcome: 'done',
      facts: { consent: signed.id, version: consentVersion(request.planYear), language },
    })
    return { signedDate: signed.signed.toISOString() }
  })
}

/** Stores that the client revoked a signed consent by its link. All consents of the application end with it. */
export const revokeConsent: Handler<typeof consent.revoke> = async (call, { id }) => {
  await takeTurnOf(call)
  return await inTransaction(call.db, async (db) => {
    await sql`select from consent_requests where token_hash = ${linkHash(id)} for update`.execute(db)
    const request = await findRequest(db, id)
    if (request.revoked) return { revokedDate: request.revoked.toISOString() }
    const { consentId } = request
    if (consentId === null) return fail('consent.not_found')
    // An agent may have noted the revocation in the meantime.
    const { rows } = await sql<{ revoked: Date }>`
      insert into consent_revocations (consent_id, way, address, user_agent)
      values (${consentId}, 'link', ${call.address}, ${(call.userAgent ?? '').slice(0, 500)})
      on conflict do nothing
      returning revoked_at as revoked`.execute(db)
    const revoked = rows[0]?.revoked ?? (await findRequest(db, id)).revoked ?? fail('server.error')
    await writeAudit(db, call.audit, {
      action: 'update',
      ...subjectOf(request),
      outcome: 'done',
      facts: { revoked: consentId },
    })
    return { revokedDate: revoked.toISOString() }
  })
}

/**
 * A signed link works as long as its consent, so that it can revoke it. Fails in the same way for unknown, replaced and
 * expired links and for void applications.
 */
async function findRequest(db: Db, id: string): Promise<OpenRequest> {
  return await requestOf(db, linkHash(id))
}

/** Text of a valid link, by the hash of its id, with the version of its form. */
export async function consentTextOf(
  db: Db,
  hash: Buffer,
  language: MessageLanguage,
): Promise<{ text: string; version: string }> {
  const request = await requestOf(db, hash)
  const { planYear } = request
  return {
    text: consentPlainText(consentText(language, factsOf(request), planYear)),
    version: consentVersion(planYear),
  }
}

async function requestOf(db: Db, hash: Buffer): Promise<OpenRequest> {
  const { rows } = await sql<OpenRequest>`
    select r.id, r.application_id as "applicationId", r.marketplace_application_id as "marketplaceApplicationId",
      coalesce(m.exchange_assigned_id, i.id::text) as reference, r.language, r.agency, r.agency_phone as "agencyPhone",
      r.agency_email as "agencyEmail", r.applicant, r.agent_name as "agentName", r.agent_npn as "agentNpn",
      r.scopes, r.only_agent as "onlyAgent", r.months, r.plan_year as "planYear", r.expires_at as expires, g.id as "consentId", g.signed_at as signed, v.revoked_at as revoked
    from consent_requests r
    left join internal_applications i on i.id = r.application_id
    left join marketplace_applications m on m.id = r.marketplace_application_id
    left join consents g on g.request_id = r.id
    left join consent_revocations v on v.consent_id = g.id
    where r.token_hash = ${hash} and r.replaced_at is null
      and case when g.id is null
        then r.expires_at > now() and i.status_id is distinct from ${applicationStatus.Void}
        else g.ends_on > (now() at time zone 'America/New_York')::date end`.execute(db)
  return rows[0] ?? fail('consent.not_found')
}

function factsOf(request: OpenRequest): ConsentFacts {
  const { applicant, agency, agencyPhone, agencyEmail, agentName, agentNpn, scopes, onlyAgent, months } = request
  const agent = agentName === null ? null : { name: agentName, npn: agentNpn }
  return {
    applicant,
    agency,
    agencyPhone: showPhone(agencyPhone.replace(/^\+1/, '')),
    agencyEmail,
    agent,
    scopes,
    onlyAgent,
    months,
  }
}

function shown(request: OpenRequest, language: MessageLanguage): ConsentPage['texts']['en'] {
  const text = consentText(language, factsOf(request), request.planYear)
  const parts = text.parts.map(({ heading, text, points }) => ({ heading, text: [...text], points: [...points] }))
  return { ...text, parts, sha256: hashOf(consentPlainText(text)) }
}

const hashOf = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex')

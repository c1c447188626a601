import { randomUUID } from 'node:crypto'
import type { authorizations, ExchangeAuthorization } from '@coverdesk/domain/authorizations/authorization-contract.ts'
import {
  authorizationProblems,
  authorizationState,
  openCode,
  validAuthorization,
} from '@coverdesk/domain/consents/authorization-state.ts'
import { fail, failWith } from '@coverdesk/domain/fail.ts'
import { sql } from 'kysely'
import { refuseOwnContact } from '../applications/own-contact.ts'
import {
  authorizationRecords,
  authorizationWanted,
  type StoredAuthorization,
} from '../consents/authorization/authorization-records.ts'
import { storeStep } from '../consents/change-client-consent.ts'
import { askAuthorization, requestAuthorization } from '../marketplace/exchange/exchange-requests.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { Handler, SignedInCall } from '../platform/http/http-call.ts'
import { type AuthorizedApplication, authorizedApplication } from './authorization-subject.ts'

/** The client's authorization of the agent, as the screens show it. */
export const showAuthorization: Handler<typeof authorizations.one> = async (call, input) =>
  await shown(call.db, call, await authorizedApplication(call.db, call, input))

/**
 * Has the exchange send the client a code and stores what it answers. A lost answer stores nothing: the code that may have
 * arrived cannot be used, and another one is sent.
 */
export const sendCode: Handler<typeof authorizations.send> = async (call, { channel, language, ...input }) => {
  const { db, services } = call
  const application = await authorizedApplication(db, call, input)
  await application.refuseOthers()
  const { authorizing, exchangeAssignedId } = application
  const wanted = await authorizationWanted(db, authorizing, call.now)
  if (!wanted.isAsked) fail('authorization.not_asked')
  const agent = await agentOf(db, authorizing.agentId)
  const contact = channel === 'email' ? application.email : application.phone
  if (!contact) return fail('consent.no_recipient')
  await refuseOwnContact(db, call, contact)
  const { person: client, planYear } = authorizing
  const request = { requestId: randomUUID(), planYear, client, agent, channel, contact, language, exchangeAssignedId }
  const answer = await requestAuthorization(services.exchange, request)
  if (answer.outcome === 'refused')
    return failWith(
      'authorization.refused',
      { reason: answer.reason, refusal: answer.refusal },
      { message: `The exchange sent no code${answer.reason ? `: ${answer.reason}` : ''}.` },
    )
  const { internalId, marketplaceId } = authorizing
  return await inTransaction(db, async (db) => {
    const { rows } = await sql<{ id: number }>`
      insert into authorization_requests (uuid, application_id, marketplace_application_id, plan_year, applicant, agent_id,
        agent_name, agent_npn, agency, channel, language, contact, sent_to, expires_at, created_by)
      values (${request.requestId}, ${internalId}, ${marketplaceId}, ${planYear}, ${client}, ${agent.id}, ${agent.name},
        ${agent.npn}, ${services.brands.own.name}, ${channel}, ${language}, ${contact}, ${answer.sentTo}, ${answer.expires},
        ${call.user.id})
      returning id`.execute(db)
    const facts = { authorizationRequest: rows[0]?.id ?? 0, channel, planYear }
    await record(db, call, application, { action: 'Authorization requested', facts })
    return await shown(db, call, application)
  })
}

/** Gives the exchange the client's code, or asks it about the link, and stores the authorization that it confirms. */
export const confirmAuthorization: Handler<typeof authorizations.confirm> = async (call, { code, ...input }) => {
  const { db } = call
  const application = await authorizedApplication(db, call, input)
  await application.refuseOthers()
  const wanted = await authorizationWanted(db, application.authorizing, call.now)
  const records = await authorizationRecords(db, application.authorizing)
  if (validAuthorization(records, wanted)) return await shown(db, call, application)
  const open = openCode(records, wanted) ?? (code === undefined ? lastSent(records, wanted) : undefined)
  if (!open) return fail(records.length > 0 ? 'authorization.expired' : 'authorization.not_sent')
  const answer = await askAuthorization(call.services.exchange, { requestId: open.uuid, code: code ?? null })
  switch (answer.outcome) {
    case 'wrong-code':
      return fail('authorization.wrong_code', {
        details: [{ path: 'code', message: 'This is not the code. Ask the client to read it again.' }],
      })
    case 'expired':
      return fail('authorization.expired')
    case 'waiting':
      return await shown(db, call, application)
    case 'authorized':
      return await inTransaction(db, async (db) => {
        const { numAffectedRows } = await sql`
          insert into exchange_authorizations (request_id, method, authorized_at, valid_until, recorded_by, address, user_agent)
          values (${open.id}, ${answer.method}, ${answer.authorizedAt}, ${answer.validUntil}, ${call.user.id}, ${call.address},
            ${(call.userAgent ?? '').slice(0, 500)})
          on conflict do nothing`.execute(db)
        if (numAffectedRows)
          await record(db, call, application, {
            action: 'Agent authorized',
            facts: { authorizationRequest: open.id, method: answer.method },
          })
        return await shown(db, call, application)
      })
  }
}

/** The last code, which the client may have used before it ended without our asking. */
function lastSent(
  records: readonly StoredAuthorization[],
  { agentId, planYear }: { agentId: number | null; planYear: number },
): StoredAuthorization | undefined {
  return records.find(
    (record) => record.authorizedDate === null && record.agentId === agentId && record.planYear === planYear,
  )
}

async function agentOf(db: Db, agentId: number | null): Promise<{ id: number; name: string; npn: string }> {
  if (agentId === null) {
    const state = 'no-agent'
    return failWith('authorization.required', { state }, { message: authorizationProblems[state] })
  }
  const { rows } = await sql<{ id: number; name: string; npn: string | null }>`
    select id, name, npn from agents where id = ${agentId}`.execute(db)
  const { npn, ...agent } = rows[0] ?? fail('agent.not_found')
  return npn ? { ...agent, npn } : fail('authorization.no_npn')
}

/** Records the step in the application's history, and in the audit record. */
async function record(
  db: Db,
  call: SignedInCall,
  { entity, entityId }: AuthorizedApplication,
  { action, facts }: { action: string; facts: Record<string, string | number> },
): Promise<void> {
  if (entity === 'marketplace-application') return await storeStep(db, call, { id: entityId }, { action, facts })
  await writeAudit(db, call.audit, {
    action: 'update',
    entity,
    entityId,
    outcome: 'done',
    facts: { what: action, ...facts },
  })
}

async function shown(
  db: Db,
  { now }: SignedInCall,
  { entity, entityId, authorizing }: AuthorizedApplication,
): Promise<ExchangeAuthorization> {
  const wanted = await authorizationWanted(db, authorizing, now)
  const records = await authorizationRecords(db, authorizing)
  const { agentId, planYear } = authorizing
  const open = openCode(records, wanted)
  const given =
    validAuthorization(records, wanted) ??
    records.find(
      (record) => record.authorizedDate !== null && record.agentId === agentId && record.planYear === planYear,
    )
  const { rows } = await sql<{ name: string }>`select name from agents where id = ${agentId}`.execute(db)
  return {
    shown: [{ kind: entity, data: [{ id: entityId }] }],
    state: authorizationState(records, wanted),
    planYear,
    agentName: rows[0]?.name ?? null,
    sentTo: open?.sentTo ?? null,
    expires: open?.expires ?? null,
    mayAsk: lastSent(records, wanted) !== undefined,
    authorizedDate: given?.authorizedDate ?? null,
    method: given?.method ?? null,
    validUntil: given?.validUntil ?? null,
  }
}

import type { clientConsents } from '@coverdesk/domain/consents/client-consent-contract.ts'
import { revocable } from '@coverdesk/domain/consents/consent-state.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { sql } from 'kysely'
import { refuseOwnContact } from '../applications/own-contact.ts'
import { requestConsent } from '../applications/request-consent.ts'
import { keepChange } from '../history/record-changes.ts'
import { canChange, lockApplication, type StoredApplication } from '../marketplace/marketplace-queries.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { Handler, SignedInCall } from '../platform/http/http-call.ts'
import { clientConsentOf, consentRecords } from './client-consent-queries.ts'

/** Sends the client of a marketplace application a link to the consent; an earlier unsigned link becomes invalid. */
export const requestClientConsent: Handler<typeof clientConsents.request> = (
  call,
  { appId, channel, language, ...terms },
) =>
  inTransaction(call.db, async (db) => {
    const application = await lockOwnApplication(db, call, appId)
    const sentTo = channel === 'email' ? application.userEmail : application.userPhone
    if (!sentTo) return fail('consent.no_recipient')
    await refuseOwnContact(db, call, sentTo)
    const named = await namesOf(db, application)
    const request = await requestConsent(
      db,
      call,
      { marketplaceApplicationId: application.id },
      { channel, language, sentTo, terms, ...named },
    )
    await storeStep(db, call, application, {
      action: 'Consent requested',
      facts: { consentRequest: request.id, channel },
    })
    return await clientConsentOf(db, call, application)
  })

/** Client and agent of an application, as a consent names them. */
export async function namesOf(db: Db, application: StoredApplication) {
  const { rows } = await sql<{ agentId: number; agentName: string; agentNpn: string | null }>`
    select id as "agentId", name as "agentName", npn as "agentNpn" from agents
    where id = ${application.agentId ?? application.agentSaleId}`.execute(db)
  const applicant = [application.userFirstName, application.userLastName].filter(Boolean).join(' ')
  return { applicant, ...(rows[0] ?? { agentId: null, agentName: null, agentNpn: null }) }
}

/** Stores that the client revoked the consent, as noted by an agent; it ends all consents of the application. */
export const noteRevocation: Handler<typeof clientConsents.revoke> = (
  call,
  { appId, note, saidOn = todayIn(call.now) },
) =>
  inTransaction(call.db, async (db) => {
    const application = await lockOwnApplication(db, call, appId)
    if (saidOn > todayIn(call.now)) {
      const message = 'Must not be in the future'
      fail('request.invalid', { message, details: [{ path: 'saidOn', message }] })
    }
    const consentId = revocable(await consentRecords(db, application.id), todayIn(call.now))?.consentId
    if (!consentId) return fail('consent.none_valid')
    await sql`
      insert into consent_revocations (consent_id, way, noted_by, note, said_on, address, user_agent)
      values (${consentId}, 'noted', ${call.user.id}, ${note}, ${saidOn}, ${call.address}, ${(call.userAgent ?? '').slice(0, 500)})
      on conflict do nothing`.execute(db)
    await storeStep(db, call, application, { action: 'Consent revoked', facts: { revoked: consentId } })
    return await clientConsentOf(db, call, application)
  })

/** Locks an application that the user may change. */
export async function lockOwnApplication(db: Db, call: SignedInCall, appId: string): Promise<StoredApplication> {
  const application = await lockApplication(db, call.user, appId)
  if (!canChange(call.user, application))
    fail('right.missing', { message: 'This application belongs to another agent' })
  return application
}

/** Records the step in the application's history, which also blocks undoing the import that created it. */
export async function storeStep(
  db: Db,
  { user, audit }: SignedInCall,
  { id }: Pick<StoredApplication, 'id'>,
  { action, facts }: { action: string; facts: Record<string, string | number> },
): Promise<void> {
  const { rows } = await sql<{ version: number }>`
    update marketplace_applications set version = version + 1, updated_at = now() where id = ${id} returning version`.execute(
    db,
  )
  const version = rows[0]?.version ?? 0
  await keepChange(db, { entity: 'marketplace-application', id, version, action, by: user.id, changes: [] })
  await writeAudit(db, audit, {
    action: 'update',
    entity: 'marketplace-application',
    entityId: id,
    outcome: 'done',
    facts: { what: action, ...facts },
  })
}

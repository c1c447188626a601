import type { applications } from '@coverdesk/domain/applications/application-contract.ts'
import { editProblem } from '@coverdesk/domain/applications/application-status.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import { sql } from 'kysely'
import { writeAudit } from '../platform/audit/audit.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { Handler } from '../platform/http/http-call.ts'
import { lockApplication } from './application-queries.ts'
import { refuseOwnContact } from './own-contact.ts'
import { requestConsent } from './request-consent.ts'

/** Data of a locked application that the consent names. */
export interface Named {
  email: string
  phone: string
  applicant: string
  agentId: number | null
  agentName: string | null
  agentNpn: string | null
}

/**
 * Sends the applicant a link to the consent (APP-21, APP-23) with an unguessable id that expires, with the current text and
 * agent. An earlier unsigned link becomes invalid. The message is queued in the same transaction; the link is never returned.
 */
export const sendConsent: Handler<typeof applications.sendConsent> = (call, { id, channel, language, ...terms }) =>
  inTransaction(call.db, async (db) => {
    const { number, statusId } = await lockApplication(db, call.user, id)
    if (editProblem(statusId)) fail('application.void')
    const { email, phone, ...named } = await namedIn(db, number)
    const sentTo = channel === 'email' ? email : phone
    await refuseOwnContact(db, call, sentTo)
    const request = await requestConsent(
      db,
      call,
      { applicationId: number },
      { channel, language, sentTo, terms, ...named },
    )
    await writeAudit(db, call.audit, {
      action: 'update',
      entity: 'internal-application',
      entityId: number,
      outcome: 'done',
      facts: { consentRequest: request.id, channel, language },
    })
    return { sentTo, expires: request.expires.toISOString() }
  })

/** The assigned agent, or else the agent who created the application. */
export async function namedIn(db: Db, number: number): Promise<Named> {
  const { rows } = await sql<Named>`
    select i.email, i.phone, concat_ws(' ', i.first_name, nullif(i.middle_name, ''), i.last_name) as applicant,
      a.id as "agentId", a.name as "agentName", a.npn as "agentNpn"
    from internal_applications i left join agents a on a.id = coalesce(i.assigned_agent_id, i.created_by_agent_id)
    where i.id = ${number}`.execute(db)
  return rows[0] ?? fail('application.not_found')
}

import type { GrantAct } from '@coverdesk/domain/users/rights-grant-contract.ts'
import { sql } from 'kysely'
import { writeAudit } from '../../platform/audit/audit.ts'
import type { Db } from '../../platform/db/database.ts'
import type { SignedInCall } from '../../platform/http/http-call.ts'
import { notifyOfGrant } from './grant-rights.ts'
import { notifyOfEmergency } from './notify-of-emergency.ts'

/**
 * Ends what a user asked for with rights that they have just lost: emergency access, also one that waits, and waiting
 * requests for the rights of others. Must run in the transaction of the change.
 */
export async function endWithRights(db: Db, call: SignedInCall, userId: number): Promise<void> {
  await endEmergencyOf(db, call, userId)
  await refuseGrantsOf(db, call, userId)
}

async function endEmergencyOf(db: Db, call: SignedInCall, userId: number): Promise<void> {
  const { now, user } = call
  const { rows } = await sql<{ id: number }>`
    update emergency_accesses set ended_at = ${now}, ended_by = ${user.id}
    where user_id = ${userId} and ended_at is null
      and (until > ${now} or decision is null and ask_expires_at > ${now})
    returning id`.execute(db)
  for (const { id } of rows) {
    await writeAudit(db, call.audit, {
      action: 'status',
      entity: 'emergency access',
      entityId: id,
      outcome: 'done',
      facts: { decision: 'ended', user: userId },
    })
    await notifyOfEmergency(db, call, userId, 'ended')
  }
}

/** No one decides on a request of their own or about themselves, so the list then names no one. */
async function refuseGrantsOf(db: Db, call: SignedInCall, askedBy: number): Promise<void> {
  const { now, user } = call
  const { rows } = await sql<{ id: number; userId: number; act: GrantAct; rights: string }>`
    update rights_grants set decision = 'refused', decided_at = ${now}, payload = null, before = null,
      decided_by = case when ${user.id}::bigint not in (asked_by, user_id) then ${user.id}::bigint end
    where asked_by = ${askedBy} and decision is null and expires_at > ${now}
    returning id, user_id as "userId", act, rights`.execute(db)
  for (const { id, userId, act, rights } of rows) {
    await writeAudit(db, call.audit, {
      action: 'status',
      entity: 'rights request',
      entityId: id,
      outcome: 'done',
      facts: { decision: 'refused', user: userId, askedBy, above: rights },
    })
    await notifyOfGrant(db, call, { userId, act, rights: [rights] }, 'refused')
  }
}

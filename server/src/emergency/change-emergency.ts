import { mayPass } from '@coverdesk/domain/access/claim-expression.ts'
import { anyAdministrator, type Role } from '@coverdesk/domain/access/rights.ts'
import { type emergency, mayRequestEmergency, requestMinutes } from '@coverdesk/domain/emergency/emergency-contract.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import { done } from '@coverdesk/domain/platform/route.ts'
import { sql } from 'kysely'
import { writeAudit } from '../platform/audit/audit.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { Handler, SignedInCall } from '../platform/http/http-call.ts'
import { notifyOfEmergency } from '../users/grants/notify-of-emergency.ts'
import { openEmergency } from './emergency-queries.ts'

/** Requests emergency access, which a second person must approve; one at a time (45 CFR 164.312(a)(2)(ii)). */
export const askEmergency: Handler<typeof emergency.ask> = async (call, { reason, minutes }) => {
  const { user, now } = call
  return await inTransaction(call.db, async (db) => {
    await sql`select from users where id = ${user.id} for no key update`.execute(db)
    if (await openEmergency(db, now, user.id)) fail('emergency.open')
    const { rows } = await sql<{ id: number }>`
      insert into emergency_accesses (user_id, reason, minutes, asked_at, ask_expires_at)
      values (${user.id}, ${reason}, ${minutes}, ${now}, ${after(now, requestMinutes)}) returning id`.execute(db)
    await writeAudit(db, call.audit, {
      action: 'create',
      entity: 'emergency access',
      entityId: rows[0]?.id,
      outcome: 'done',
      facts: { minutes },
    })
    await notifyOfEmergency(db, call, user.id, 'asked')
    return (await openEmergency(db, now, user.id)) ?? fail('server.error')
  })
}

/** Approves or refuses another user's request; an approved access starts immediately. */
export const decideEmergency: Handler<typeof emergency.decide> = async (call, { id, approve }) => {
  return await inTransaction(call.db, async (db) => {
    const access = await lockEmergency(db, call, id)
    if (access.userId === call.user.id) fail('emergency.own')
    if (!access.waiting) fail('emergency.decided')
    if (approve && !access.enabled) fail('emergency.user_disabled')
    if (approve && !mayPass(mayRequestEmergency, access)) fail('emergency.user_role')
    const decision = approve ? 'approved' : 'refused'
    await sql`
      update emergency_accesses set decision = ${decision}, decided_by = ${call.user.id}, decided_at = ${call.now},
        until = ${approve ? after(call.now, access.minutes) : null}
      where id = ${id}`.execute(db)
    await writeAudit(db, call.audit, {
      action: 'status',
      entity: 'emergency access',
      entityId: id,
      outcome: 'done',
      facts: { decision, user: access.userId, ...(approve ? { minutes: access.minutes } : {}) },
    })
    await notifyOfEmergency(db, call, access.userId, decision)
    return done
  })
}

/** Ends an active emergency access or withdraws a request: by the user, or by an administrator. */
export const endEmergency: Handler<typeof emergency.end> = async (call, { id }) => {
  return await inTransaction(call.db, async (db) => {
    const access = await lockEmergency(db, call, id)
    if (access.userId !== call.user.id && !mayPass(anyAdministrator, call.user)) fail('emergency.not_found')
    if (!access.waiting && !access.active) return done
    await sql`
      update emergency_accesses set ended_at = ${call.now}, ended_by = ${call.user.id} where id = ${id}`.execute(db)
    await writeAudit(db, call.audit, {
      action: 'status',
      entity: 'emergency access',
      entityId: id,
      outcome: 'done',
      facts: { decision: 'ended', user: access.userId },
    })
    await notifyOfEmergency(db, call, access.userId, 'ended')
    return done
  })
}

interface LockedEmergency {
  userId: number
  minutes: number
  enabled: boolean
  roles: Role[]
  claims: string[]
  waiting: boolean
  active: boolean
}

async function lockEmergency(db: Db, { services, now }: SignedInCall, id: number): Promise<LockedEmergency> {
  const { org } = services.config
  const { rows } = await sql<LockedEmergency>`
    select e.user_id as "userId", e.minutes, u.enabled, u.roles, u.claims,
      e.decision is null and e.ended_at is null and e.ask_expires_at > ${now} as waiting,
      e.decision = 'approved' and e.ended_at is null and e.until > ${now} as active
    from emergency_accesses e join users u on u.id = e.user_id
    where e.id = ${id} and (${org}::text is null or u.org = ${org}) for update of e`.execute(db)
  return rows[0] ?? fail('emergency.not_found')
}

const after = (now: Date, minutes: number) => new Date(now.getTime() + minutes * 60_000)

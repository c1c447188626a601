import { createHash, timingSafeEqual } from 'node:crypto'
import { fail } from '@coverdesk/domain/fail.ts'
import type { Audience, HandedOver, handoffs } from '@coverdesk/domain/handoffs/handoff-contract.ts'
import { telephonyRole } from '@coverdesk/domain/telephony/telephony-role.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { writeAudit } from '../platform/audit/audit.ts'
import { inTransaction } from '../platform/db/database.ts'
import type { Call, Handler } from '../platform/http/http-call.ts'
import { hashOf } from './make-hand-off.ts'

/**
 * Returns the user of a token to the other application and invalidates the token. Fails with `hand_off.refused`, without a
 * reason, for a wrong secret, an ended session, or a token that is unknown, spent, expired or for another application.
 */
export const redeemHandOff: Handler<typeof handoffs.redeem> = async (call, { audience, secret, token }) => {
  const { config } = call.services
  const receiver = config.handOffs[audience]
  if (!receiver || !sameSecret(receiver.secret, secret)) return fail('hand_off.refused')
  return await spendHandOff(call, { audience, token })
}

/** Returns the user of a token and invalidates it; concurrent attempts succeed once. Fails with `hand_off.refused`. */
export async function spendHandOff(
  call: Pick<Call, 'db' | 'audit'>,
  { audience, token }: { audience: Audience; token: string },
): Promise<z.infer<typeof HandedOver>> {
  return await inTransaction(call.db, async (db) => {
    const { rows } = await sql<z.infer<typeof HandedOver>['user'] & { claims: string[] }>`
      with spent as (
        update hand_offs h set spent_at = now() from sessions s
        where h.token_hash = ${hashOf(token)} and h.audience = ${audience} and h.spent_at is null and h.expires_at > now()
          and s.id = h.session_id and s.ended_at is null and not s.pending and s.expires_at > now()
        returning s.user_id)
      select u.id, u.user_name as "userName", coalesce(c.first_name, '') as "firstName",
        coalesce(c.last_name, '') as "lastName", coalesce(nullif(u.email, ''), u.user_name) as emailaddress, u.roles,
        a.npn, coalesce(c.ffe_id, u.ffe_user_id) as "ffeUserId", u.org, u.application_id as "applicationId", u.claims
      from spent join users u on u.id = spent.user_id
      left join contacts c on c.id = u.contact_id
      left join agents a on a.contact_id = u.contact_id
      where u.enabled`.execute(db)
    const { claims, ...user } = rows[0] ?? fail('hand_off.refused')
    await writeAudit(db, call.audit, {
      action: 'export',
      entity: 'user',
      entityId: user.id,
      outcome: 'done',
      facts: { audience },
    })
    return { audience, user, ...(audience === 'telephony' ? { telephonyRole: telephonyRole(claims) } : {}) }
  })
}

/** Compares hashes of equal length in constant time. */
function sameSecret(known: string, given: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(known), hash(given))
}

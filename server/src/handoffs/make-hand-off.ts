import { createHash, randomBytes } from 'node:crypto'
import { fail } from '@coverdesk/domain/fail.ts'
import { type Audience, type HandOff, handOffSeconds } from '@coverdesk/domain/handoffs/handoff-contract.ts'
import { sql } from 'kysely'
import { writeAudit } from '../platform/audit/audit.ts'
import type { Config, HandOffReceiver } from '../platform/config/config.ts'
import { inTransaction } from '../platform/db/database.ts'
import type { SignedInCall } from '../platform/http/http-call.ts'

/**
 * Creates the form that opens another application for the user. It never contains the session token, but a token that only
 * that application can redeem, once, within a minute and while the session is active (P-20). Fails with
 * `hand_off.no_receiver` if no such application is configured.
 */
export async function makeHandOff(call: SignedInCall, audience: Audience): Promise<HandOff> {
  const { config } = call.services
  const receiver = receiverOf(config, audience) ?? fail('hand_off.no_receiver')
  const token = randomBytes(32).toString('base64url')
  await inTransaction(call.db, async (db) => {
    await sql`
      insert into hand_offs (token_hash, audience, session_id, expires_at)
      values (${hashOf(token)}, ${audience}, ${call.user.sessionId}, now() + make_interval(secs => ${handOffSeconds}))`.execute(
      db,
    )
    await writeAudit(db, call.audit, { action: 'create', entity: 'hand-off', outcome: 'done', facts: { audience } })
  })
  const returnUrl = receiver.returns ? `${config.publicUrl}/#/mk/return` : null
  return { address: receiver.url, token, returnUrl }
}

/** Path of the built-in sandbox exchange. */
export const sandboxAddress = '/exchange/'

/** Whether the built-in sandbox exchange is the marketplace, because no other is configured. */
export function usesSandbox({ handOffs }: Pick<Config, 'handOffs'>): boolean {
  return handOffs.marketplace === null
}

/** The configured application; null if there is none. */
export function receiverOf(
  config: Pick<Config, 'handOffs'>,
  audience: Audience,
): Omit<HandOffReceiver, 'secret'> | null {
  if (audience === 'marketplace' && usesSandbox(config)) return { url: sandboxAddress, returns: false }
  return config.handOffs[audience]
}

/** Stored hash of a token, so that reading the table does not allow redeeming. */
export function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

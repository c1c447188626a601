import { createHash, randomBytes } from 'node:crypto'
import { fail } from '@coverdesk/domain/failures.ts'
import { type Audience, type HandOff, handOffSeconds } from '@coverdesk/domain/handoffs/handoff-contract.ts'
import { sql } from 'kysely'
import { writeAudit } from '../platform/audit/audit.ts'
import type { Config, HandOffReceiver } from '../platform/config/config.ts'
import { inTransaction } from '../platform/db/database.ts'
import type { SignedInCall } from '../platform/http/http-call.ts'

/**
 * Makes the form with which the person goes over to another application: never with the token of the session, but with
 * one that this application alone can redeem, once and within a minute, while the session lasts (P-20). Fails with
 * `hand_off.no_receiver` where no such application is set up.
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

/** Where the built-in sandbox exchange takes people in, on our own origin. */
export const sandboxAddress = '/exchange/'

/** Whether people who go to the marketplace are taken in by the built-in sandbox exchange: no other is set up. */
export function usesSandbox({ handOffs }: Pick<Config, 'handOffs'>): boolean {
  return handOffs.marketplace === null
}

/** Where people go; null where the agency has set up nothing. */
export function receiverOf(
  config: Pick<Config, 'handOffs'>,
  audience: Audience,
): Omit<HandOffReceiver, 'secret'> | null {
  if (audience === 'marketplace' && usesSandbox(config)) return { url: sandboxAddress, returns: false }
  return config.handOffs[audience]
}

/** Only this is kept of a token: who reads the table can redeem nothing. */
export function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

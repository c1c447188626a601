import { fail } from '@coverdesk/domain/fail.ts'
import type { OptOutMethod, OptOutSpeaker } from '@coverdesk/domain/marketing/contact-block-reason.ts'
import type { marketing } from '@coverdesk/domain/marketing/marketing-contract.ts'
import type { MessageChannel } from '@coverdesk/domain/messages/message-kinds.ts'
import { done } from '@coverdesk/domain/platform/route.ts'
import { sql } from 'kysely'
import { giveUpWaiting } from '../messages/give-up-waiting.ts'
import { type AuditSource, writeAudit } from '../platform/audit/audit.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { Handler } from '../platform/http/http-call.ts'
import { contactMethodsOf } from './conversation-queries.ts'
import { lockVisibleContact } from './lock-visible-contact.ts'
import { addressOf, lockAddress } from './message-address.ts'

/** An opt-out or opt-in of an address, with its source and message. */
export interface OptOut {
  /** Null when the contact was deleted and only the address is left. */
  contactId: number | null
  channel: MessageChannel
  address: string
  optedOut: boolean
  saidBy: OptOutSpeaker
  way: OptOutMethod
  messageId: number | null
  /** The message also asks not to be called. */
  noCalls?: boolean
  userId: number | null
  reason: string
}

/**
 * Records the change with its audit event; no change if the state is the same. A contact's own choice overrides an
 * entry by staff. Messages still waiting for the gateway are cancelled.
 */
export async function recordOptOut(db: Db, audit: AuditSource, optOut: OptOut): Promise<void> {
  const { channel, address, optedOut, saidBy, way: method, messageId, userId, reason, noCalls = false } = optOut
  await lockAddress(db, optOut)
  const { numAffectedRows } = optedOut
    ? await sql`
        insert into message_opt_outs as o (channel, address, said_by, user_id, no_calls)
        values (${channel}, ${address}, ${saidBy}, ${userId}, ${noCalls})
        on conflict (channel, address) do update
        set said_by = 'contact', user_id = null, at = clock_timestamp(), no_calls = o.no_calls or excluded.no_calls
        where excluded.said_by = 'contact' and (o.said_by = 'staff' or excluded.no_calls > o.no_calls)`.execute(db)
    : await sql`delete from message_opt_outs where channel = ${channel} and address = ${address}`.execute(db)
  if (!numAffectedRows) return
  await sql`
    insert into opt_out_words (channel, address, opted_out, said_by, way, message_id, user_id, reason)
    values (${channel}, ${address}, ${optedOut}, ${saidBy}, ${method}, ${messageId}, ${userId}, ${reason})`.execute(db)
  if (optedOut) await giveUpWaiting(db, sql`m.channel = ${channel} and m.address = ${address}`)
  await writeAudit(db, audit, {
    action: optedOut ? 'create' : 'delete',
    entity: 'opt-out',
    outcome: 'done',
    entityId: optOut.contactId ?? undefined,
    facts: { channel, saidBy, way: method, ...(noCalls && { calls: 'none' }) },
  })
}

/**
 * Records an opt-out reported to staff, or with a reason its reversal. A number that texted STOP can be texted only
 * after its own START, as the gateway enforces too (47 CFR 64.1200(a)(10)).
 */
export const setOptOut: Handler<typeof marketing.setOptOut> = ({ db, user, audit }, input) =>
  inTransaction(db, async (db) => {
    const { contactId, channel, optedOut, reason } = input
    await lockVisibleContact(db, user, contactId)
    const address = addressOf(input)
    await lockAddress(db, { channel, address })
    const method = (await contactMethodsOf(db, contactId)).find(
      (method) => method.channel === channel && method.address === address,
    )
    const known = method ?? fail('request.invalid', { details: [{ path: 'address', message: 'Not of this contact' }] })
    if (!optedOut && channel === 'sms' && known.optedOut === 'contact')
      fail('message.refused', { message: 'They said so themselves; only an answer START takes it back' })
    await recordOptOut(db, audit, {
      contactId,
      channel,
      address,
      optedOut,
      reason,
      saidBy: 'staff',
      way: 'note',
      messageId: null,
      userId: user.id,
    })
    return done
  })

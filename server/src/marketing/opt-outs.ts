import { fail } from '@coverdesk/domain/failures.ts'
import type { marketing } from '@coverdesk/domain/marketing/marketing-contract.ts'
import { type OptOutSpeaker, type OptOutWay, optedOutMeanwhile } from '@coverdesk/domain/marketing/why-not-written.ts'
import type { MessageChannel } from '@coverdesk/domain/messages/message-kinds.ts'
import { done } from '@coverdesk/domain/platform/route.ts'
import { sql } from 'kysely'
import { type AuditSource, writeAudit } from '../platform/audit/audit.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { Handler } from '../platform/http/http-call.ts'
import { contactMethodsOf } from './conversation-queries.ts'
import { lockVisibleContact } from './lock-contact.ts'
import { addressOf, lockAddress } from './message-address.ts'

/** Whose number or address wants no messages, or again wants some, who says so, and through which message. */
export interface OptOut {
  /** Null where the contact is gone, and only the address is left. */
  contactId: number | null
  channel: MessageChannel
  address: string
  optedOut: boolean
  saidBy: OptOutSpeaker
  way: OptOutWay
  messageId: number | null
  userId: number | null
  reason: string
}

/**
 * Notes it with its record and its event; nothing happens where it is so already. A contact's own word stands above what
 * staff noted. Messages that still wait for the gateway do not go out any more.
 */
export async function recordOptOut(db: Db, audit: AuditSource, said: OptOut): Promise<void> {
  const { channel, address, optedOut, saidBy, way, messageId, userId, reason } = said
  await lockAddress(db, said)
  const { numAffectedRows } = optedOut
    ? await sql`
        insert into message_opt_outs as o (channel, address, said_by, user_id)
        values (${channel}, ${address}, ${saidBy}, ${userId})
        on conflict (channel, address) do update set said_by = 'contact', user_id = null, at = clock_timestamp()
        where o.said_by = 'staff' and excluded.said_by = 'contact'`.execute(db)
    : await sql`delete from message_opt_outs where channel = ${channel} and address = ${address}`.execute(db)
  if (!numAffectedRows) return
  await sql`
    insert into opt_out_words (channel, address, opted_out, said_by, way, message_id, user_id, reason)
    values (${channel}, ${address}, ${optedOut}, ${saidBy}, ${way}, ${messageId}, ${userId}, ${reason})`.execute(db)
  if (optedOut) await giveUpWaiting(db, said)
  await writeAudit(db, audit, {
    ...{ action: optedOut ? 'create' : 'delete', entity: 'opt-out', outcome: 'done' },
    entityId: said.contactId ?? undefined,
    facts: { channel, saidBy, way },
  })
}

/** What was written before and has not gone out; a demo without a gateway sends nothing, and keeps it to be read. */
async function giveUpWaiting(db: Db, { channel, address }: OptOut): Promise<void> {
  await sql`
    update outbox o set given_up_at = now(), content_sealed = null, last_error = ${optedOutMeanwhile}
    from contact_messages m
    where m.channel = ${channel} and m.address = ${address} and m.state = 'queued' and o.id = m.outbox_id
      and o.sent_at is null and o.given_up_at is null`.execute(db)
}

/**
 * What staff knows of the contact's wish, or with a reason that it is another one. Who texted STOP is texted again only after
 * their own START, as the gateway has it too (47 CFR 64.1200(a)(10)).
 */
export const setOptOut: Handler<typeof marketing.setOptOut> = ({ db, user, audit }, given) =>
  inTransaction(db, async (db) => {
    const { contactId, channel, optedOut, reason } = given
    await lockVisibleContact(db, user, contactId)
    const address = addressOf(given)
    await lockAddress(db, { channel, address })
    const way = (await contactMethodsOf(db, contactId)).find(
      (one) => one.channel === channel && one.address === address,
    )
    const known = way ?? fail('request.invalid', { details: [{ path: 'address', message: 'Not of this contact' }] })
    if (!optedOut && channel === 'sms' && known.optedOut === 'contact')
      fail('message.refused', { message: 'They said so themselves; only an answer START takes it back' })
    await recordOptOut(db, audit, {
      ...{ contactId, channel, address, optedOut, reason },
      ...{ saidBy: 'staff', way: 'note', messageId: null, userId: user.id },
    })
    return done
  })

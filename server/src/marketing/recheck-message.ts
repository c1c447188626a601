import { addressGone, contactBlockReason, optedOutMeanwhile } from '@coverdesk/domain/marketing/contact-block-reason.ts'
import type { MessageChannel } from '@coverdesk/domain/messages/message-kinds.ts'
import { sql } from 'kysely'
import type { Recheck } from '../messages/outbox-delivery.ts'
import type { Db } from '../platform/db/database.ts'
import { contactMethodsOf } from './conversation-queries.ts'
import { textingTime } from './texting-time.ts'

/**
 * Checks a message to a contact again when it is due (decision 347): a retry may come at night, and while the message waited,
 * the contact may have been deleted, got another number, or become one who is not to be contacted.
 */
export function recheckMessage({ db, now }: { db: Db; now: () => Date }): Recheck {
  return async (outboxId) => {
    const { rows } = await sql<{ contactId: number; channel: MessageChannel; address: string }>`
      select contact_id as "contactId", channel, address from contact_messages where outbox_id = ${outboxId}`.execute(
      db,
    )
    const [message] = rows
    if (!message) return { refused: addressGone }
    const { contactId, channel, address } = message
    const method = (await contactMethodsOf(db, contactId)).find(
      (method) => method.channel === channel && method.address === address,
    )
    if (!method) return { refused: addressGone }
    // The gateway and the postal address were checked when it was written.
    if (contactBlockReason(channel, { ...method, reachable: true, addressed: true }))
      return { refused: optedOutMeanwhile }
    if (channel === 'email') return 'goes'
    const time = now()
    const { at } = await textingTime(db, time, contactId, address, 'sent')
    return at > time ? { waits: at.getTime() - time.getTime() } : 'goes'
  }
}

import { fail } from '@coverdesk/domain/failures.ts'
import type { marketing } from '@coverdesk/domain/marketing/marketing-contract.ts'
import type { OptOutSpeaker } from '@coverdesk/domain/marketing/why-not-written.ts'
import type { MessageChannel } from '@coverdesk/domain/messages/message-kinds.ts'
import { done } from '@coverdesk/domain/platform/route.ts'
import { sql } from 'kysely'
import { type AuditSource, writeAudit } from '../platform/audit.ts'
import { type Db, inTransaction } from '../platform/database.ts'
import type { Handler } from '../platform/http-call.ts'
import { waysOf } from './conversation-queries.ts'
import { lockSeenContact } from './lock-contact.ts'
import { addressOf } from './write-message.ts'

/** Whose number or address wants no messages, or again wants some, and who says so. */
export interface OptOut {
  contactId: number
  channel: MessageChannel
  address: string
  optedOut: boolean
  saidBy: OptOutSpeaker
  userId: number | null
}

/** Notes it with its event; nothing happens where it is so already. A contact's own word stands above what staff noted. */
export async function noteOptOut(db: Db, audit: AuditSource, said: OptOut): Promise<void> {
  const { channel, address, optedOut, saidBy, userId } = said
  const { numAffectedRows } = optedOut
    ? await sql`
        insert into message_opt_outs as o (channel, address, said_by, user_id)
        values (${channel}, ${address}, ${saidBy}, ${userId})
        on conflict (channel, address) do update set said_by = 'contact', user_id = null, at = clock_timestamp()
        where o.said_by = 'staff' and excluded.said_by = 'contact'`.execute(db)
    : await sql`delete from message_opt_outs where channel = ${channel} and address = ${address}`.execute(db)
  if (!numAffectedRows) return
  await writeAudit(db, audit, {
    ...{ action: optedOut ? 'create' : 'delete', entity: 'opt-out', entityId: said.contactId, outcome: 'done' },
    facts: { channel, saidBy },
  })
}

/** What staff knows of the contact's wish. What the contact said themselves, only the contact takes back. */
export const setOptOut: Handler<typeof marketing.setOptOut> = ({ db, user, audit }, given) =>
  inTransaction(db, async (db) => {
    const { contactId, channel, optedOut } = given
    await lockSeenContact(db, user, contactId)
    const address = addressOf(given)
    const way = (await waysOf(db, contactId)).find((one) => one.channel === channel && one.address === address)
    const known = way ?? fail('request.invalid', { details: [{ path: 'address', message: 'Not of this contact' }] })
    if (!optedOut && known.optedOut === 'contact')
      fail('message.refused', { message: 'They said so themselves; only an answer START takes it back' })
    await noteOptOut(db, audit, { contactId, channel, address, optedOut, saidBy: 'staff', userId: user.id })
    return done
  })

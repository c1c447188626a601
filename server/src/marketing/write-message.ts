import { fail } from '@coverdesk/domain/failures.ts'
import type { MessageToWrite, marketing } from '@coverdesk/domain/marketing/marketing-contract.ts'
import { sql } from 'kysely'
import { isReadHere, queueMessage } from '../messages/queue-message.ts'
import { writeAudit } from '../platform/audit.ts'
import { type Db, inTransaction } from '../platform/database.ts'
import type { Handler } from '../platform/http-call.ts'
import { messagesOf, noteRead, waysOf, whyNot } from './conversation-queries.ts'
import { lockSeenContact } from './lock-contact.ts'

/**
 * Writes to a contact: the message goes into the outbox and into the conversation in one transaction, once however often
 * it is sent to us. Refused with the reason where the contact wants none (TCPA, CAN-SPAM) or cannot be reached.
 */
export const writeMessage: Handler<typeof marketing.write> = ({ db, services, user, audit }, given) =>
  inTransaction(db, async (db) => {
    const { contactId, channel, subject, body } = given
    await lockSeenContact(db, user, contactId)
    const [sent] = await messagesOf(
      db,
      sql`m.submission_id = ${given.submissionId} and m.contact_id = ${contactId} and m.user_id = ${user.id}`,
    )
    if (sent) return sent
    const address = addressOf(given)
    const way = (await waysOf(db, contactId)).find((one) => one.channel === channel && one.address === address)
    const noWay = { details: [{ path: 'address', message: 'Not a number or an address of this contact' }] }
    const refused = whyNot(way ?? fail('request.invalid', noWay), services.config)
    if (refused !== null) fail('message.refused', { message: refused })
    const outboxId = await queueMessage(db, services, {
      ...{ kind: 'conversation', channel, userId: null, recipient: address, language: await languageOf(db, contactId) },
      facts: { subject, written: body, first: (await isFirst(db, given.channel, address)) ? 'yes' : 'no' },
    })
    const { id } = await db
      .insertInto('contact_messages')
      .values({
        ...{ contact_id: contactId, direction: 'out', channel, address, subject, body, user_id: user.id },
        ...{ state: isReadHere(services.config, channel) ? 'outbox' : 'queued', outbox_id: outboxId },
        submission_id: given.submissionId,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await noteRead(db, user.id, contactId, id)
    await writeAudit(db, audit, {
      ...{ action: 'create', entity: 'message', entityId: id, outcome: 'done' },
      facts: { channel },
      subjects: [contactId],
    })
    const [written] = await messagesOf(db, sql`m.id = ${id}`)
    return written ?? fail('server.error')
  })

/** As it is kept: digits of a number, small letters of an address. */
export function addressOf({ channel, address }: Pick<MessageToWrite, 'channel' | 'address'>): string {
  return channel === 'email' ? address.trim().toLowerCase() : address.replace(/\D/g, '')
}

/** The contact's written language, English where none is known. */
async function languageOf(db: Db, contactId: number): Promise<'en' | 'es'> {
  const { rows } = await sql`
    select from customers where contact_id = ${contactId} and language_mail_id = 2`.execute(db)
  return rows.length > 0 ? 'es' : 'en'
}

async function isFirst(db: Db, channel: string, address: string): Promise<boolean> {
  const { rows } = await sql`
    select from contact_messages where channel = ${channel} and address = ${address} and direction = 'out' limit 1`.execute(
    db,
  )
  return rows.length === 0
}

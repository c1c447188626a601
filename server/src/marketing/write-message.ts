import { postalLines } from '@coverdesk/domain/agency/postal-address.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import { noPostalAddress } from '@coverdesk/domain/marketing/contact-block-reason.ts'
import type { MessageToWrite, marketing } from '@coverdesk/domain/marketing/marketing-contract.ts'
import type { MessageLanguage } from '@coverdesk/domain/messages/message-kinds.ts'
import { sql } from 'kysely'
import { postalAddressOf } from '../agency/agency-queries.ts'
import { isTestInbox, queueMessage } from '../messages/queue-message.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { Handler, Services } from '../platform/http/http-call.ts'
import { contactMethodsOf, markRead, messagesOf, sendProblem } from './conversation-queries.ts'
import { lockVisibleContact } from './lock-visible-contact.ts'
import { addressOf, lockAddress } from './message-address.ts'
import { makeOptOutLink } from './opt-out-links.ts'
import { textingTime } from './texting-time.ts'

/**
 * Sends a message to a contact: adds it to the outbox and the conversation in one transaction, once per submission id.
 * Refused with the reason if the contact opted out (TCPA, CAN-SPAM) or cannot be reached. A text waits for the contact's texting hours.
 */
export const writeMessage: Handler<typeof marketing.write> = ({ db, services, user, audit, now }, input) =>
  inTransaction(db, async (db) => {
    const { contactId, channel, subject, body } = input
    await lockVisibleContact(db, user, contactId)
    const [sent] = await messagesOf(
      db,
      sql`m.submission_id = ${input.submissionId} and m.contact_id = ${contactId} and m.user_id = ${user.id}`,
    )
    if (sent) return sent
    const address = addressOf(input)
    await lockAddress(db, { channel, address })
    const method = (await contactMethodsOf(db, contactId)).find(
      (method) => method.channel === channel && method.address === address,
    )
    const noWay = { details: [{ path: 'address', message: 'Not a number or an address of this contact' }] }
    const refused = sendProblem(method ?? fail('request.invalid', noWay), services.config)
    if (refused !== null) fail('message.refused', { message: refused })
    const language = await languageOf(db, contactId)
    const due = channel === 'sms' ? (await textingTime(db, now, contactId, address)).at : now
    const ends =
      channel === 'sms' ? await textEnd(db, address) : await mailEnd(db, services, { ...input, address, language })
    const outboxId = await queueMessage(db, services, {
      kind: 'conversation',
      channel,
      userId: null,
      recipient: address,
      language,
      facts: { subject, written: body, ...ends.facts },
      unsubscribe: ends.unsubscribe,
      waits: due.getTime() - now.getTime(),
    })
    const { id } = await db
      .insertInto('contact_messages')
      .values({
        contact_id: contactId,
        direction: 'out',
        channel,
        address,
        subject,
        body,
        user_id: user.id,
        state: isTestInbox(services.config, channel) ? 'outbox' : 'queued',
        outbox_id: outboxId,
        submission_id: input.submissionId,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await markRead(db, user.id, contactId, id)
    await writeAudit(db, audit, {
      action: 'create',
      entity: 'message',
      entityId: id,
      outcome: 'done',
      facts: { channel },
      subjects: [contactId],
    })
    const [written] = await messagesOf(db, sql`m.id = ${id}`)
    return written ?? fail('server.error')
  })

/** Written language of the contact; English if unknown. */
async function languageOf(db: Db, contactId: number): Promise<'en' | 'es'> {
  const { rows } = await sql`
    select from customers where contact_id = ${contactId} and language_mail_id = 2`.execute(db)
  return rows.length > 0 ? 'es' : 'en'
}

/** Opt-out notice of the first text to a number; one that failed told its reader nothing. */
async function textEnd(db: Db, number: string) {
  const { rows } = await sql`
    select from contact_messages where channel = 'sms' and address = ${number} and direction = 'out' and state <> 'failed' limit 1`.execute(
    db,
  )
  return { facts: { first: rows.length === 0 ? 'yes' : 'no' }, unsubscribe: null }
}

/** Postal address and opt-out link of every email, for people and mail programs (15 U.S.C. 7704(a)(5), RFC 8058). */
async function mailEnd(
  db: Db,
  services: Services,
  { address, submissionId, language }: Pick<MessageToWrite, 'address' | 'submissionId'> & { language: MessageLanguage },
) {
  const { config } = services
  const place = (await postalAddressOf(db)) ?? fail('message.refused', { message: noPostalAddress })
  const link = await makeOptOutLink(db, services, { address, submissionId, language })
  // Answers are received only with a configured mail service, or simulated on a demo.
  const heard = config.mailInboundSecret !== null || isTestInbox(config, 'email')
  const facts = { optOut: link, heard: heard ? 'yes' : 'no', postalAddress: postalLines(place).join('\n') }
  return { facts, unsubscribe: { page: link, answers: config.mailInboundSecret !== null } }
}

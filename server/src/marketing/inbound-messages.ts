import { randomUUID } from 'node:crypto'
import { fail } from '@coverdesk/domain/fail.ts'
import { readPhone } from '@coverdesk/domain/fields/personal-numbers.ts'
import { mailSender } from '@coverdesk/domain/marketing/mail-sender.ts'
import type { marketing } from '@coverdesk/domain/marketing/marketing-contract.ts'
import { done } from '@coverdesk/domain/platform/route.ts'
import { isTestInbox } from '../messages/queue-message.ts'
import { inTransaction } from '../platform/db/database.ts'
import type { Handler } from '../platform/http/http-call.ts'
import { contactMethodsOf } from './conversation-queries.ts'
import { lockVisibleContact } from './lock-visible-contact.ts'
import { addressOf } from './message-address.ts'
import { receiveMessage, storeIncoming } from './receive-message.ts'
import { idFromMailService, isFromGateway } from './webhook-signatures.ts'

/** Webhook for a text message from the gateway (NOTIF-01); missing if no gateway is configured. */
export const receiveText: Handler<typeof marketing.textCameIn> = async ({ db, audit, services, signed }, input) => {
  const { sms, publicUrl } = services.config
  if (!sms) return fail('route.not_found')
  if (!signed || !isFromGateway(signed, { publicUrl, token: sms.token }) || input.AccountSid !== sms.account)
    return fail('webhook.refused')
  const from = readPhone(input.From)
  // Short codes and foreign numbers cannot be answered, so they are ignored.
  if (from === null) return null
  const media = Number(input.NumMedia)
  const remark =
    media > 0 ? `(With ${media === 1 ? 'a picture' : `${media} pictures`}, which Coverdesk does not keep.)` : ''
  await receiveMessage(
    { db, audit, services },
    { channel: 'sms', from, subject: '', body: input.Body, remark, externalId: input.MessageSid },
  )
  return null
}

/** Webhook for an email from the mail service. */
export const receiveMail: Handler<typeof marketing.mailCameIn> = async (
  { db, audit, services, signed, now },
  input,
) => {
  const { mailInboundSecret: secret } = services.config
  if (secret === null) return fail('route.not_found')
  const externalId = (signed && idFromMailService(signed, secret, now)) ?? fail('webhook.refused')
  const from = mailSender(input.from)
  if (from === null) return fail('request.invalid', { details: [{ path: 'from', message: 'Not valid' }] })
  await receiveMessage(
    { db, audit, services },
    { channel: 'email', from, subject: input.subject, body: input.text, externalId },
  )
  return null
}

/** Demo only: simulates a contact's answer. */
export const simulateAnswer: Handler<typeof marketing.simulate> = async ({ db, audit, services, user }, input) => {
  const { contactId, channel, body } = input
  if (!isTestInbox(services.config, channel)) return fail('route.not_found')
  const from = addressOf(input)
  await inTransaction(db, async (db) => {
    await lockVisibleContact(db, user, contactId)
    const methods = await contactMethodsOf(db, contactId)
    if (!methods.some((method) => method.channel === channel && method.address === from)) fail('contact.not_found')
  })
  const subject = channel === 'email' ? 'Re: your message' : ''
  return await inTransaction(db, async (db) => {
    await storeIncoming(
      { db, audit, services },
      { channel, from, subject, body, externalId: `simulated-${randomUUID()}` },
    )
    return done
  })
}

import { randomUUID } from 'node:crypto'
import { fail } from '@coverdesk/domain/failures.ts'
import { readPhone } from '@coverdesk/domain/fields/personal-numbers.ts'
import type { marketing } from '@coverdesk/domain/marketing/marketing-contract.ts'
import { done } from '@coverdesk/domain/platform/route.ts'
import { isTestInbox } from '../messages/queue-message.ts'
import { inTransaction } from '../platform/db/database.ts'
import type { Handler } from '../platform/http/http-call.ts'
import { contactMethodsOf } from './conversation-queries.ts'
import { lockVisibleContact } from './lock-contact.ts'
import { addressOf } from './message-address.ts'
import { receiveMessage, storeIncoming } from './receive-message.ts'
import { idFromMailService, isFromGateway } from './webhook-signatures.ts'

/** A text message from the gateway (NOTIF-01). Where none is set up, nothing is at this address. */
export const receiveText: Handler<typeof marketing.textCameIn> = async ({ db, audit, services, signed }, given) => {
  const { sms, publicUrl } = services.config
  if (!sms) return fail('route.not_found')
  if (!signed || !isFromGateway(signed, { publicUrl, token: sms.token }) || given.AccountSid !== sms.account)
    return fail('webhook.refused')
  const from = readPhone(given.From)
  // Short codes and numbers abroad are nobody's contact: there is no answering them.
  if (from === null) return null
  const media = Number(given.NumMedia)
  const pictures =
    media > 0 ? `(With ${media === 1 ? 'a picture' : `${media} pictures`}, which Coverdesk does not keep.)` : ''
  const body = [given.Body, pictures].filter(Boolean).join('\n')
  await receiveMessage(db, audit, { channel: 'sms', from, subject: '', body, externalId: given.MessageSid })
  return null
}

/** An e-mail from the mail service, in the same way. */
export const receiveMail: Handler<typeof marketing.mailCameIn> = async (
  { db, audit, services, signed, now },
  given,
) => {
  const { mailInboundSecret: secret } = services.config
  if (secret === null) return fail('route.not_found')
  const externalId = (signed && idFromMailService(signed, secret, now)) ?? fail('webhook.refused')
  const from = /[^\s<>"]+@[^\s<>"]+/.exec(given.from)?.[0].toLowerCase().slice(0, 254)
  if (!from) fail('request.invalid', { details: [{ path: 'from', message: 'Not valid' }] })
  await receiveMessage(db, audit, { channel: 'email', from, subject: given.subject, body: given.text, externalId })
  return null
}

/** On a demo, where nobody can answer: what a contact's answer would do, for whoever tries the product out. */
export const simulateAnswer: Handler<typeof marketing.simulate> = async ({ db, audit, services, user }, given) => {
  const { contactId, channel, body } = given
  if (!isTestInbox(services.config, channel)) return fail('route.not_found')
  const from = addressOf(given)
  await inTransaction(db, async (db) => {
    await lockVisibleContact(db, user, contactId)
    const ways = await contactMethodsOf(db, contactId)
    if (!ways.some((way) => way.channel === channel && way.address === from)) fail('contact.not_found')
  })
  const subject = channel === 'email' ? 'Re: your message' : ''
  return await inTransaction(db, async (db) => {
    await storeIncoming(db, audit, { channel, from, subject, body, externalId: `simulated-${randomUUID()}` })
    return done
  })
}

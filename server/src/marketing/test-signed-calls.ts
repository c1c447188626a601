import { createHmac } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import type { Config } from '../platform/config/config.ts'

/** Settings of a test gateway and mail service for incoming messages; the gateway URL is unreachable. */
export const inboundSettings = {
  sms: { url: 'http://127.0.0.1:1', account: 'AC0000', token: 'the-token-of-the-gateway', from: '+13055550100' },
  mailInboundSecret: 'the-mail-service-of-the-tests-0123456789-ab',
} satisfies Partial<Config>

interface Sent {
  path: string
  body: string
}

/** Signature of the gateway. Tests only. */
export function signedByGateway({ sms, publicUrl }: Pick<Config, 'sms' | 'publicUrl'>, { path, body }: Sent) {
  const parameters = [...new URLSearchParams(body)].sort(([one], [other]) => one.localeCompare(other, 'en'))
  const text = `${publicUrl}${path}${parameters.map(([name, value]) => name + value).join('')}`
  return {
    'x-twilio-signature': createHmac('sha1', sms?.token ?? '')
      .update(text)
      .digest('base64'),
  }
}

/** Signature of the mail service, by the reference implementation of Standard Webhooks. Tests only. */
export function signedByMailService(secret: string, { body }: Pick<Sent, 'body'>, id: string, at = new Date()) {
  const time = String(Math.floor(at.getTime() / 1_000))
  const webhook = new Webhook(secret, secret.startsWith('whsec_') ? {} : { format: 'raw' })
  return { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': webhook.sign(id, at, body) }
}

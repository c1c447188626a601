import { createHmac, timingSafeEqual } from 'node:crypto'
import type { SignedRequest } from '../platform/http/http-call.ts'

/**
 * Whether Twilio sent it: HMAC-SHA1 by the account's token of the address that is set there and of the parameters, sorted
 * by name (twilio.com/docs/usage/security).
 */
export function isFromGateway(
  { path, body, header }: SignedRequest,
  by: { publicUrl: string; token: string },
): boolean {
  const parameters = [...new URLSearchParams(body)].sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))
  const signed = by.publicUrl + path + parameters.flat().join('')
  const wanted = createHmac('sha1', by.token).update(signed).digest('base64')
  return same(header('x-twilio-signature') ?? '', wanted)
}

/** How old or how early a signed call may be, in seconds. */
const leeway = 5 * 60

/**
 * Whether the mail service sent it, and lately: HMAC-SHA256 of id, time and body (standardwebhooks.com). Answers the id, which
 * stays the same when it is sent again, or null. A secret with `whsec_` is one in base64.
 */
export function idFromMailService({ body, header }: SignedRequest, secret: string, now: Date): string | null {
  const id = header('webhook-id') ?? ''
  const time = header('webhook-timestamp') ?? ''
  if (!/^[\x21-\x7e]{1,200}$/.test(id) || !/^\d{1,12}$/.test(time)) return null
  if (Math.abs(now.getTime() / 1_000 - Number(time)) > leeway) return null
  const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice('whsec_'.length), 'base64') : secret
  const wanted = `v1,${createHmac('sha256', key).update(`${id}.${time}.${body}`).digest('base64')}`
  return (header('webhook-signature') ?? '').split(' ').some((given) => same(given, wanted)) ? id : null
}

function same(given: string, wanted: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(wanted)]
  return one.length === other.length && timingSafeEqual(one, other)
}

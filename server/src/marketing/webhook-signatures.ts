import { createHmac, timingSafeEqual } from 'node:crypto'
import type { SignedRequest } from '../platform/http/http-call.ts'

/**
 * Verifies a Twilio signature: HMAC-SHA1 with the account's token over the configured URL and the parameters sorted by
 * name (twilio.com/docs/usage/security).
 */
export function isFromGateway(
  { path, body, header }: SignedRequest,
  by: { publicUrl: string; token: string },
): boolean {
  const parameters = [...new URLSearchParams(body)].sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))
  const signed = by.publicUrl + path + parameters.flat().join('')
  const expected = createHmac('sha1', by.token).update(signed).digest('base64')
  return same(header('x-twilio-signature') ?? '', expected)
}

/** Maximum clock difference of a signed request in seconds. */
const leeway = 5 * 60

/**
 * Verifies a recent Standard Webhooks signature: HMAC-SHA256 over id, time and body (standardwebhooks.com). Returns the
 * id, which is the same for repeated deliveries, or null. A secret with the prefix `whsec_` is base64.
 */
export function idFromMailService({ body, header }: SignedRequest, secret: string, now: Date): string | null {
  const id = header('webhook-id') ?? ''
  const time = header('webhook-timestamp') ?? ''
  if (!/^[\x21-\x7e]{1,200}$/.test(id) || !/^\d{1,12}$/.test(time)) return null
  if (Math.abs(now.getTime() / 1_000 - Number(time)) > leeway) return null
  const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice('whsec_'.length), 'base64') : secret
  const expected = `v1,${createHmac('sha256', key).update(`${id}.${time}.${body}`).digest('base64')}`
  return (header('webhook-signature') ?? '').split(' ').some((signature) => same(signature, expected)) ? id : null
}

function same(signature: string, expected: string): boolean {
  const [one, other] = [Buffer.from(signature), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}

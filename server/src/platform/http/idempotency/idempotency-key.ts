import { createHmac, type KeyObject } from 'node:crypto'
import { fail } from '@coverdesk/domain/fail.ts'
import type { Route } from '@coverdesk/domain/platform/route.ts'
import { takesIdempotencyKey } from '@coverdesk/domain/platform/route-repeat.ts'

/** Request header of draft-ietf-httpapi-idempotency-key-header-07. */
export const keyHeader = 'idempotency-key'
/** Response header of an answer that was stored earlier. */
export const replayHeader = 'idempotency-replayed'

/** Request with an idempotency key. `id` identifies user and key, `fingerprint` the content. */
export interface KeyedRequest {
  id: Buffer
  fingerprint: Buffer
  now: Date
}

/** Content covered by the fingerprint, in addition to the route. */
export interface RequestContent {
  input: unknown
  file: { name: string; mediaType: string; content: Buffer } | null
}

const maxLength = 255

/** Parses the header: a structured-field string as the draft asks for, or the same characters without quotes. */
export function parseIdempotencyKey(header: string): string {
  const text = header.trim()
  const quoted = /^"((?:[ !#-[\]-~]|\\["\\])*)"$/.exec(text)?.[1]?.replace(/\\(["\\])/g, '$1')
  const key = quoted ?? (/^[!#-+\--:<-[\]-~]+$/.test(text) ? text : '')
  return key.length > 0 && key.length <= maxLength ? key : fail('idempotency.key_invalid')
}

/** The keyed request of a call, or null for routes that take no key and calls without one. */
export function keyedRequest(
  route: Route,
  header: string | string[] | undefined,
  caller: { userId: number | null; now: Date; secret: KeyObject },
  content: RequestContent,
): KeyedRequest | null {
  if (header === undefined || !takesIdempotencyKey(route)) return null
  const key = parseIdempotencyKey(String(header))
  const hmac = (purpose: string, ...values: unknown[]) =>
    createHmac('sha256', caller.secret)
      .update(JSON.stringify([`idempotency ${purpose}`, ...values], sortMembers))
      .digest()
  const { file } = content
  const fileHash = file && [
    file.name,
    file.mediaType,
    createHmac('sha256', caller.secret).update(file.content).digest('hex'),
  ]
  return {
    id: hmac('key', caller.userId, key),
    fingerprint: hmac('request', route.method, route.path, content.input, fileHash),
    now: caller.now,
  }
}

/** Replacer for JSON.stringify that makes the order of members irrelevant. */
function sortMembers(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

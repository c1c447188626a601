import { createHash, timingSafeEqual } from 'node:crypto'
import type { SignedRequest } from '../platform/http/http-call.ts'

/**
 * Whether a request carries the agreed secret. HealthSherpa signs nothing: the receiver chooses among methods, of which
 * these put the secret into a header.
 */
export function isFromHealthSherpa({ header }: Pick<SignedRequest, 'header'>, secret: string): boolean {
  const [scheme = '', value = ''] = (header('authorization') ?? '').split(' ')
  const given = {
    bearer: value,
    basic: Buffer.from(value, 'base64')
      .toString()
      .replace(/^[^:]*:/, ''),
  }[scheme.toLowerCase()]
  const expected = digest(secret)
  return [given, header('x-api-key')].some((one) => one !== undefined && timingSafeEqual(digest(one), expected))
}

const digest = (text: string) => createHash('sha256').update(text).digest()

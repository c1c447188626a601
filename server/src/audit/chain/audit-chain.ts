import { createHmac, type KeyObject } from 'node:crypto'
import { signatureLength } from '../../platform/audit/audit-mac.ts'

/** A link of the chain: events as they were when sealed. Numbers are formatted as PostgreSQL arrays. */
export interface ChainLink {
  seq: number
  /** Microseconds since 1970, like the times of the events. */
  sealedAt: number
  ids: string
  times: string
  macs: Buffer
  hash: Buffer
}

/** Previous hash of the first link. */
export const beginning = Buffer.alloc(32)

/** HMAC-SHA-256 of a link's content and the previous hash. */
export function linkHash(key: KeyObject, before: Buffer, link: Omit<ChainLink, 'hash'>): Buffer {
  return createHmac('sha256', key)
    .update(before)
    .update(`${link.seq} ${link.sealedAt} ${link.ids} ${link.times} `)
    .update(link.macs)
    .digest()
}

/** Parses a PostgreSQL array of numbers. */
export function numbersIn(array: string): number[] {
  return array === '{}' ? [] : array.slice(1, -1).split(',').map(Number)
}

/** Signature of the event at `index` in a link. */
export function macAt(link: ChainLink, index: number): Buffer {
  return link.macs.subarray(index * signatureLength, (index + 1) * signatureLength)
}

/** Placeholder for events without a signature, from before signing was introduced. */
export const noSignature = Buffer.alloc(signatureLength)

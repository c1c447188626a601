import { createHmac, type KeyObject } from 'node:crypto'
import { signatureLength } from '../../platform/audit/audit-mac.ts'

/** A link of the chain: events as they stood when they were sealed. Numbers are as PostgreSQL writes arrays of them. */
export interface ChainLink {
  seq: number
  /** Microseconds since 1970, as the times of the events. */
  sealedAt: number
  ids: string
  times: string
  macs: Buffer
  hash: Buffer
}

/** The hash of the link before the first. */
export const beginning = Buffer.alloc(32)

/** HMAC-SHA-256 of a link over everything in it and the hash of the one before. */
export function linkHash(key: KeyObject, before: Buffer, link: Omit<ChainLink, 'hash'>): Buffer {
  return createHmac('sha256', key)
    .update(before)
    .update(`${link.seq} ${link.sealedAt} ${link.ids} ${link.times} `)
    .update(link.macs)
    .digest()
}

/** `{1,2}` as numbers. */
export function numbersIn(array: string): number[] {
  return array === '{}' ? [] : array.slice(1, -1).split(',').map(Number)
}

/** What stands in a link for the signature of the event at `index`. */
export function macAt(link: ChainLink, index: number): Buffer {
  return link.macs.subarray(index * signatureLength, (index + 1) * signatureLength)
}

/** Stands in a link for an event without a signature, from before signing. */
export const noSignature = Buffer.alloc(signatureLength)

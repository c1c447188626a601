import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'
import type { AuditRow } from './audit-row.ts'

/** The key of the record, made from the installation's secret; receipts, the chain, the anchor and the check at start have keys of their own. */
export function auditKey(secret: string, use: 'event' | 'receipt' | 'chain' | 'anchor' | 'check' = 'event'): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', `coverdesk audit ${use}`, 32)))
}

const nonceLength = 8
const macLength = 16
export const signatureLength = nonceLength + macLength

/** Numbers never used twice: a process begins at a random one of 2^64. An event that was copied shows by its number. */
const number = crypto.getRandomValues(new BigUint64Array(1))

/** Signs an event: a number never used twice, and the keyed hash over it and everything that the event tells. */
export function auditMac(key: KeyObject, row: AuditRow): Buffer {
  number[0] = (number[0] ?? 0n) + 1n
  return signature(key, row, Buffer.from(number.buffer))
}

/** True when the event is as it was written, by somebody who knew the secret. */
export function auditMacHolds(key: KeyObject, row: AuditRow, mac: Buffer): boolean {
  return mac.length === signatureLength && signature(key, row, mac.subarray(0, nonceLength)).equals(mac)
}

function signature(key: KeyObject, row: AuditRow, nonce: Buffer): Buffer {
  const mac = createHmac('sha256', key).update(nonce).update(canonical(row)).digest()
  return Buffer.concat([nonce, mac.subarray(0, macLength)])
}

/** The event as one text, the same whatever way its row was read. */
function canonical(row: AuditRow): string {
  return JSON.stringify([
    row.user_id,
    row.session_id,
    row.action,
    row.entity,
    row.entity_id,
    row.outcome,
    row.address,
    row.request_id,
    row.subjects,
    sorted(row.facts),
  ])
}

/** jsonb keeps members in an order of its own. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => [name, sorted(member)])
}

import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'
import type { AuditRow } from './audit-row.ts'

/** Derives a key of the audit log from the installation's secret; each use has its own key. */
export function auditKey(secret: string, use: 'event' | 'receipt' | 'chain' | 'anchor' | 'check' = 'event'): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', `coverdesk audit ${use}`, 32)))
}

const nonceLength = 8
const macLength = 16
export const signatureLength = nonceLength + macLength

/** Unique nonce: a counter with a random start per process, so that a copied event is detectable. */
const number = crypto.getRandomValues(new BigUint64Array(1))

/** Signs an event: the nonce and the MAC over nonce and event. */
export function auditMac(key: KeyObject, row: AuditRow): Buffer {
  number[0] = (number[0] ?? 0n) + 1n
  return signature(key, row, Buffer.from(number.buffer))
}

/** Whether the signature of an event is valid. */
export function auditMacHolds(key: KeyObject, row: AuditRow, mac: Buffer): boolean {
  return mac.length === signatureLength && signature(key, row, mac.subarray(0, nonceLength)).equals(mac)
}

function signature(key: KeyObject, row: AuditRow, nonce: Buffer): Buffer {
  const mac = createHmac('sha256', key).update(nonce).update(canonical(row)).digest()
  return Buffer.concat([nonce, mac.subarray(0, macLength)])
}

/** Canonical text of an event. */
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

/** Sorts members, because jsonb reorders them. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => [name, sorted(member)])
}

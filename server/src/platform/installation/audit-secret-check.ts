import { createHmac, timingSafeEqual } from 'node:crypto'
import { auditKey, auditMacHolds } from '../audit/audit-mac.ts'
import type { AuditRow } from '../audit/audit-row.ts'
import { type Connection, withConnection } from '../db/connection.ts'
import { BootFailure } from '../runtime/boot-failure.ts'

/** Newest signed events to check; one valid MAC is enough, because some may have been altered. */
const triedEvents = 100

/**
 * Throws a BootFailure when the audit log was written with another AUDIT_SECRET: its events would look forged (P-65, P-72).
 * Stores a check value; an older database is checked by its newest events.
 */
export async function proveAuditSecret(ownerUrl: string, auditSecret: string): Promise<void> {
  await withConnection(ownerUrl, 'start', (connection) => proveAuditSecretOn(connection, auditSecret))
}

/** Same on an existing connection, for a caller with its own transaction. */
export async function proveAuditSecretOn(connection: Connection, auditSecret: string): Promise<void> {
  const check = createHmac('sha256', auditKey(auditSecret, 'check')).update('coverdesk').digest()
  const hasTable = await isThere(connection)
  const { rows } = hasTable
    ? await connection.query<{ audit_check: Buffer | null }>('select audit_check from installation')
    : { rows: [] }
  const stored = rows[0]?.audit_check
  const isRight = stored
    ? stored.length === check.length && timingSafeEqual(stored, check)
    : await eventsHold(connection, auditSecret)
  if (!isRight)
    throw new BootFailure(
      'The audit record of this database was written with another AUDIT_SECRET. Set that one, or with the embedded database put its secrets.json back; with a new one the whole record would look altered.',
    )
  if (hasTable && !stored)
    await connection.query('update installation set audit_check = $1 where audit_check is null', [check])
}

/** False for an older schema, such as from a backup. */
async function isThere(connection: Connection): Promise<boolean> {
  const { rows } = await connection.query<{ there: boolean }>("select to_regclass('installation') is not null as there")
  return rows[0]?.there ?? false
}

async function eventsHold(connection: Connection, auditSecret: string): Promise<boolean> {
  const { rows } = await connection.query<AuditRow & { user_id: string | null; mac: Buffer }>(
    `select user_id, session_id, action, entity, entity_id, outcome, address, request_id, facts,
       subjects::text as subjects, mac
     from audit_events where mac <> '' order by id desc limit $1`,
    [triedEvents],
  )
  const key = auditKey(auditSecret)
  return (
    rows.length === 0 ||
    rows.some(({ mac, ...row }) =>
      auditMacHolds(key, { ...row, user_id: row.user_id === null ? null : Number(row.user_id) }, mac),
    )
  )
}

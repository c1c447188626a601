import type { KeyObject } from 'node:crypto'
import type { AuditAction } from '@coverdesk/domain/audit/audit-actions.ts'
import { newFailure } from '@coverdesk/domain/fail.ts'
import type { Connection } from '../db/connection.ts'
import { type Db, prepared } from '../db/database.ts'
import { isDiskFull } from '../db/database-errors.ts'
import { batched } from '../runtime/batched.ts'
import { auditKey, auditMac } from './audit-mac.ts'
import type { AuditRow } from './audit-row.ts'
import { addUncommittedEvents, type UncommittedEvent } from './uncommitted-events.ts'

/** Audit event without its source; `facts` are counts and names, never values of records. */
export interface AuditEvent {
  action: AuditAction
  entity: string | null
  entityId?: string | number | undefined
  outcome: 'done' | 'refused'
  facts?: Record<string, string | number | boolean | null>
  /** Ids of the shown records of `entity`, or a PostgreSQL array literal of them: `{1,2}`. */
  subjects?: readonly number[] | string | undefined
}

/** Source of an event; `key` signs it (`auditKey`). Can be cloned to a worker thread. */
export interface AuditSource {
  userId: number | null
  sessionId: string | null
  address: string | null
  requestId: string | null
  key: KeyObject
  /** Emergency access in use. */
  emergencyId?: number | undefined
}

/**
 * Writes an event; pass the transaction of the change. Fails with `audit.unavailable`, so that nothing happens without
 * being recorded (P-71).
 */
export async function writeAudit(db: Db, source: AuditSource, event: AuditEvent): Promise<void> {
  await insertEvents(db, [signed(source, event)])
}

/**
 * Writes events outside of transactions, batched over concurrent calls: a read costs a row, not a commit. Resolves after
 * the commit; fails like `writeAudit`.
 */
export function auditWriter(db: Db): (source: AuditSource, ...events: AuditEvent[]) => Promise<void> {
  const write = batched(async (calls: SignedRow[][]) => {
    await insertEvents(db, calls.flat())
    return nothing
  })
  return async (source, ...events) => void (await write(events.map((event) => signed(source, event))))
}

/**
 * Writes an event and commits on a given connection of the pool `db`, for work that must not wait for another connection.
 * Fails like `writeAudit`, or with `server.disk_low`.
 */
export async function commitWithAudit(
  db: Db,
  connection: Connection,
  source: AuditSource,
  event: AuditEvent,
): Promise<void> {
  try {
    const { rows } = await connection.query<UncommittedEvent>(insert.text, [JSON.stringify([signed(source, event)])])
    await connection.query('commit')
    addUncommittedEvents(db, rows)
  } catch (error) {
    throw newFailure(isDiskFull(error) ? 'server.disk_low' : 'audit.unavailable', { cause: error })
  }
}

/** Like `writeAudit` for commands, which call `sealNow` themselves after the commit. */
export async function writeAuditOn(connection: Connection, source: AuditSource, event: AuditEvent): Promise<void> {
  await connection.query(insert.text, [JSON.stringify([signed(source, event)])])
}

/** Source of a command: no user, no address. */
export function commandSource(auditSecret: string): AuditSource {
  return { userId: null, sessionId: null, address: null, requestId: null, key: auditKey(auditSecret) }
}

const nothing = new Map<SignedRow[], void>()

type SignedRow = AuditRow & { mac: string }

/** Signed row of an event, with the signature as bytea text. */
export function signed(source: AuditSource, event: AuditEvent): SignedRow {
  const row: AuditRow = {
    user_id: source.userId,
    session_id: source.sessionId,
    action: event.action,
    entity: event.entity,
    entity_id: event.entityId?.toString() ?? null,
    outcome: event.outcome,
    address: source.address,
    request_id: source.requestId,
    facts:
      source.emergencyId === undefined ? (event.facts ?? {}) : { ...event.facts, emergencyAccess: source.emergencyId },
    subjects:
      typeof event.subjects === 'string' ? event.subjects : event.subjects ? `{${event.subjects.join()}}` : null,
  }
  return { ...row, mac: `\\x${auditMac(source.key, row).toString('hex')}` }
}

/** What an insert of events returns, so that they can be remembered. */
export const keptColumns = 'id, (extract(epoch from at) * 1000000)::bigint as micros, mac'

const insert = {
  name: 'write-audit',
  text: `
    insert into audit_events (user_id, session_id, action, entity, entity_id, outcome, address, request_id, facts, subjects, mac)
    select user_id, session_id, action, entity, entity_id, outcome, address, request_id, facts, subjects, mac
    from json_to_recordset($1) as e (user_id bigint, session_id uuid, action text, entity text, entity_id text,
      outcome text, address text, request_id text, facts jsonb, subjects bigint[], mac bytea)
    returning ${keptColumns}`,
}

async function insertEvents(db: Db, rows: readonly SignedRow[]): Promise<void> {
  try {
    addUncommittedEvents(db, await prepared<UncommittedEvent>(db, insert, [JSON.stringify(rows)]))
  } catch (error) {
    throw newFailure('audit.unavailable', { cause: error })
  }
}

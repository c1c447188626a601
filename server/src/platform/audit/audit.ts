import type { KeyObject } from 'node:crypto'
import type { AuditAction } from '@coverdesk/domain/audit/audit-words.ts'
import { Failure } from '@coverdesk/domain/failures.ts'
import type { Connection } from '../db/connection.ts'
import { type Db, prepared } from '../db/database.ts'
import { isDiskFull } from '../db/database-errors.ts'
import { type BatchDelay, batched } from '../runtime/batched.ts'
import { auditKey, auditMac } from './audit-mac.ts'
import type { AuditRow } from './audit-row.ts'
import { addUncommittedEvents, type UncommittedEvent } from './uncommitted-events.ts'

/** What an audit event tells beside who, when and where from; `facts` are counts and names of things, never values of records. */
export interface AuditEvent {
  action: AuditAction
  entity: string | null
  entityId?: string | number | undefined
  outcome: 'done' | 'refused'
  facts?: Record<string, string | number | boolean | null>
  /** Ids of the records of `entity` that were shown, also as PostgreSQL writes an array of them: `{1,2}`. */
  subjects?: readonly number[] | string | undefined
}

/** Who stands behind an event; `key` signs it (`auditKey`). Plain enough to travel to a worker thread. */
export interface AuditSource {
  userId: number | null
  sessionId: string | null
  address: string | null
  requestId: string | null
  key: KeyObject
  /** Emergency access under which all of this is read. */
  emergencyId?: number | undefined
}

/**
 * Adds an event; given the transaction of the change it tells of, both happen or neither. Fails with
 * `audit.unavailable`, so that nothing is answered that could not be recorded (P-71).
 */
export async function writeAudit(db: Db, source: AuditSource, event: AuditEvent): Promise<void> {
  await insertEvents(db, [signed(source, event)])
}

/**
 * Adds the events of a call outside of transactions, those of concurrent calls in one statement: a read costs a row, not a
 * commit. Resolves when they are committed; fails like `writeAudit`.
 */
export function auditWriter(db: Db): (source: AuditSource, ...events: AuditEvent[]) => Promise<void> {
  const write = batched(async (calls: SignedRow[][]) => {
    await insertEvents(db, calls.flat())
    return nothing
  }, gathering)
  return async (source, ...events) => void (await write(events.map((event) => signed(source, event))))
}

/**
 * Commits the transaction of a connection of the pool `db`, with an event in it: for work that holds a connection past this call
 * and must not wait for another one. Fails like `writeAudit`, or with `server.disk_low`.
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
    throw new Failure(isDiskFull(error) ? 'server.disk_low' : 'audit.unavailable', { cause: error })
  }
}

/** The same as `writeAudit` for commands, which hold a connection, and seal the record themselves once this is committed (`sealNow`). */
export async function writeAuditOn(connection: Connection, source: AuditSource, event: AuditEvent): Promise<void> {
  await connection.query(insert.text, [JSON.stringify([signed(source, event)])])
}

/** A command of the installation: nobody signed in, no address. */
export function commandSource(auditSecret: string): AuditSource {
  return { userId: null, sessionId: null, address: null, requestId: null, key: auditKey(auditSecret) }
}

/** Of calls, as one may bring several events: a commit costs the database as much as the rows of ten. */
const gathering: BatchDelay = { ms: 4, from: 4 }

const nothing = new Map<SignedRow[], void>()

type SignedRow = AuditRow & { mac: string }

/** An event as a row that is ready to be added: signed, with the bytes of its signature as text. */
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
    throw new Failure('audit.unavailable', { cause: error })
  }
}

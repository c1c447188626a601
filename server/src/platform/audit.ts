import { sql } from 'kysely'
import type { Db } from './database.ts'

/** What an audit event tells beside who, when and where from; `facts` are counts and names of things, never values of records. */
export interface AuditEvent {
  action:
    | 'login'
    | 'logout'
    | 'export'
    | 'import'
    | 'undo'
    | 'update'
    | 'create'
    // A link to set a new password was asked for.
    | 'reset-link'
  entity: string
  entityId?: string | number
  outcome: 'done' | 'refused'
  facts?: Record<string, string | number | boolean | null>
}

/** Who stands behind an event. */
export interface AuditSource {
  userId: number | null
  sessionId: string | null
  address: string
  requestId: string
}

/** Adds an event; given the transaction of the change it tells of, both happen or neither. */
export async function writeAudit(db: Db, source: AuditSource, event: AuditEvent): Promise<void> {
  await sql`
    insert into audit_events (user_id, session_id, action, entity, entity_id, outcome, address, request_id, facts)
    values (${source.userId}, ${source.sessionId}, ${event.action}, ${event.entity}, ${event.entityId?.toString() ?? null},
      ${event.outcome}, ${source.address}, ${source.requestId}, ${JSON.stringify(event.facts ?? {})}::jsonb)`.execute(
    db,
  )
}

import { mayPass } from '@coverdesk/domain/access/claim-expression.ts'
import { fail } from '@coverdesk/domain/failures.ts'
import { type NotedKindName, notedKindOf } from '@coverdesk/domain/notes/noted-kinds.ts'
import { type RawBuilder, sql } from 'kysely'
import type { SignedIn } from '../platform/auth/session.ts'
import type { Visibility } from '../platform/auth/visibility.ts'
import type { Db } from '../platform/db/database.ts'

/** Whether a record is there for somebody: its own screen would show it to them. */
export type FindsRecord = (db: Db, user: SignedIn, id: number) => Promise<boolean>

/** How a record of each kind is found, as the features declare it. */
export type NotedRecords = ReadonlyMap<NotedKindName, FindsRecord>

interface Where {
  table: string
  key: string
  /** The column that says whose record it is. */
  owner?: string
  visibility: Visibility
  also?: RawBuilder<unknown>
}

/** Whether a table holds a record that somebody sees. */
export async function isVisibleRecord(
  db: Db,
  id: number,
  { table, key, owner = 'agent_id', visibility, also = sql`true` }: Where,
): Promise<boolean> {
  const whose = visibility.all ? sql`true` : sql`${sql.ref(owner)} = any(${visibility.agentIds}::bigint[])`
  const found = sql`select from ${sql.table(table)} where ${sql.ref(key)} = ${id} and ${whose} and ${also}`
  const { rows } = await found.execute(db)
  return rows.length > 0
}

/** What notes stand on. */
export interface NotedRecord {
  entityMetadataId: number
  entityId: number
}

/** Refuses who has no right to such records at all with 403; a record that is not there, or not for them, is missing (P-26). */
export async function requireVisibleRecord(
  db: Db,
  user: SignedIn,
  records: NotedRecords,
  { entityMetadataId, entityId }: NotedRecord,
): Promise<void> {
  const kind = notedKindOf(entityMetadataId) ?? fail('record.not_found')
  if (!mayPass(kind.allow, user)) fail('right.missing')
  if (!(await records.get(kind.name)?.(db, user, entityId))) fail('record.not_found')
}

/** Whether somebody may read what notes stand on: asked of the note's own record, whatever the caller names (P-27). */
export async function canSeeNotes(
  db: Db,
  user: SignedIn,
  records: NotedRecords,
  { entityMetadataId, entityId }: NotedRecord,
): Promise<boolean> {
  const kind = notedKindOf(entityMetadataId)
  if (!kind || !mayPass(kind.allow, user)) return false
  return (await records.get(kind.name)?.(db, user, entityId)) ?? false
}

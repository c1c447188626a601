import { mayPass } from '@coverdesk/domain/access/claim-expression.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import { type NotedKindName, notedKindOf } from '@coverdesk/domain/notes/noted-kinds.ts'
import { type RawBuilder, sql } from 'kysely'
import type { SignedIn } from '../platform/auth/session.ts'
import type { Visibility } from '../platform/auth/visibility.ts'
import type { Db } from '../platform/db/database.ts'

/** Whether a record is visible to a user, as on its own screen. */
export type FindsRecord = (db: Db, user: SignedIn, id: number) => Promise<boolean>

/** Lookup per kind of record, as the features declare it. */
export type NotedRecords = ReadonlyMap<NotedKindName, FindsRecord>

interface Where {
  table: string
  key: string
  /** Column with the owner of the record. */
  owner?: string
  visibility: Visibility
  also?: RawBuilder<unknown>
}

/** Whether a table has this record and the user can see it. */
export async function isVisibleRecord(
  db: Db,
  id: number,
  { table, key, owner = 'agent_id', visibility, also = sql`true` }: Where,
): Promise<boolean> {
  const ownerCondition = visibility.all ? sql`true` : sql`${sql.ref(owner)} = any(${visibility.agentIds}::bigint[])`
  const found = sql`select from ${sql.table(table)} where ${sql.ref(key)} = ${id} and ${ownerCondition} and ${also}`
  const { rows } = await found.execute(db)
  return rows.length > 0
}

/** The record that notes belong to. */
export interface NotedRecord {
  entityMetadataId: number
  entityId: number
}

/**
 * Fails with 403 without the right to this kind of record, and as missing when the record does not exist or is not
 * visible (P-26).
 */
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

/** Whether the user can read the note's own record, whatever record the request names (P-27). */
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

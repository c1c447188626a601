import { mayPass } from '@coverdesk/domain/access/claim-expression.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import { type NotedKindName, notedKindOf } from '@coverdesk/domain/notes/noted-kinds.ts'
import { type RawBuilder, sql } from 'kysely'
import type { SignedIn } from '../platform/auth/session.ts'
import type { Visibility } from '../platform/auth/visibility.ts'
import type { Db } from '../platform/db/database.ts'

/** Those of some records that are visible to a user, as on their own screens. */
export type FindsRecords = (db: Db, user: SignedIn, ids: readonly number[]) => Promise<number[]>

/** Lookup per kind of record, as the features declare it. */
export type NotedRecords = ReadonlyMap<NotedKindName, FindsRecords>

interface Where {
  table: string
  key: string
  /** Column with the owner of the record. */
  owner?: string
  visibility: Visibility
  also?: RawBuilder<unknown>
}

/** Those of the ids that a table has and the user can see. */
export async function visibleRecords(
  db: Db,
  ids: readonly number[],
  { table, key, owner = 'agent_id', visibility, also = sql`true` }: Where,
): Promise<number[]> {
  const ownerCondition = visibility.all ? sql`true` : sql`${sql.ref(owner)} = any(${visibility.agentIds}::bigint[])`
  const { rows } = await sql<{ id: number }>`
    select ${sql.ref(key)} as id from ${sql.table(table)}
    where ${sql.ref(key)} = any(${ids}::bigint[]) and ${ownerCondition} and ${also}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Whether a table has this record and the user can see it. */
export async function isVisibleRecord(db: Db, id: number, where: Where): Promise<boolean> {
  return (await visibleRecords(db, [id], where)).length > 0
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
  if (!(await canSeeNotes(db, user, records, { entityMetadataId, entityId }))) fail('record.not_found')
}

/** Whether the user can read the note's own record, whatever record the request names (P-27). */
export async function canSeeNotes(
  db: Db,
  user: SignedIn,
  records: NotedRecords,
  { entityMetadataId, entityId }: NotedRecord,
): Promise<boolean> {
  return (await visibleOfKind(db, user, records, { entityMetadataId, ids: [entityId] })).size > 0
}

/** Those records of one kind whose notes the user can read. */
export async function visibleOfKind(
  db: Db,
  user: SignedIn,
  records: NotedRecords,
  { entityMetadataId, ids }: { entityMetadataId: number; ids: readonly number[] },
): Promise<ReadonlySet<number>> {
  const kind = notedKindOf(entityMetadataId)
  if (!kind || !mayPass(kind.allow, user)) return new Set()
  return new Set(await records.get(kind.name)?.(db, user, ids))
}

import { type RawBuilder, sql } from 'kysely'
import type { ChangedEntity } from './record-changes.ts'

/** How the history of a record calls the undo of a file that changed it. */
export const uploadUndone = 'Upload undone'

/**
 * Versions that a record got after the version `since` by files that are undone: a file and its undo are two, after which the record
 * is as before them.
 */
export const versionsUndone = (entity: ChangedEntity, id: RawBuilder<unknown>, since: RawBuilder<unknown>) => sql`
  2 * (select count(*) from record_changes c
    where c.entity = ${entity} and c.record_id = ${id} and c.action = ${uploadUndone} and c.version > ${since})`

import type { RetentionClassName } from '@coverdesk/domain/retention/retention-classes.ts'
import type { RawBuilder } from 'kysely'
import type { Db } from '../platform/db/database.ts'

/** How the records of a class are found and destroyed. */
export interface RetentionRule {
  class: RetentionClassName
  /** What the audit record calls one. */
  entity: string
  /**
   * A query for the `id`s (as text) that are due at a time of the database's clock, `period` after they were last used.
   * `only` narrows it to some ids.
   */
  due(at: RawBuilder<Date>, period: RawBuilder<unknown>, only: RawBuilder<boolean>): RawBuilder<{ id: string }>
  /** The column that `only` narrows, as the query above calls it. */
  id: RawBuilder<unknown>
  /** Locks what is there of some records and is not locked by others; answers their ids, as text. */
  lock(ids: readonly string[]): RawBuilder<{ id: string }>
  /** Destroys records that are locked and due, with everything that is only about them. */
  destroy(db: Db, ids: readonly string[]): Promise<void>
}

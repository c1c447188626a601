import type { RetentionClassName } from '@coverdesk/domain/retention/retention-classes.ts'
import type { RawBuilder } from 'kysely'
import type { Db } from '../platform/db/database.ts'

/** How the records of a class are found and destroyed. */
export interface RetentionRule {
  class: RetentionClassName
  /** Entity name in the audit record. */
  entity: string
  /**
   * Query for the `id`s (as text) that are due at a database time, `period` after their last use. `only` limits it to
   * some ids.
   */
  due(at: RawBuilder<Date>, period: RawBuilder<unknown>, only: RawBuilder<boolean>): RawBuilder<{ id: string }>
  /** Column that `only` filters, as named in the query above. */
  id: RawBuilder<unknown>
  /** Announcements per day, where more records than `usualAnnounced` may become due each day. */
  maxAnnounced?: number
  /** Locks existing records that are not locked by others; returns their ids as text. */
  lock(ids: readonly string[]): RawBuilder<{ id: string }>
  /** Destroys locked and due records, with all their dependent data. */
  destroy(db: Db, ids: readonly string[]): Promise<void>
}

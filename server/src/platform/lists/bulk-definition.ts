import type { BulkChange } from '@coverdesk/domain/bulk/bulk-contract.ts'
import type { BulkAction, BulkKind } from '@coverdesk/domain/bulk/bulk-kinds.ts'
import type { SignedIn } from '../auth/session.ts'
import type { Db } from '../db/database.ts'
import type { SignedInCall } from '../http/http-call.ts'

/** Record of a bulk change, locked until the transaction ends. */
export interface BulkRecord {
  id: number
  version: number
  /** Display name. */
  name: string
  /** Current value, with the time (database text, to the microsecond) and the user of its last change where known. */
  value: number | null
  valueName: string | null
  at: string | null
  by: number | null
  /** Entity name of its history, if it differs from the kind. */
  historyOf?: string
  /** Reason why no user can change it. */
  cannot?: string | null
}

/** New value of one record. */
export interface BulkWrite {
  id: number
  value: number | null
  /** Previous value; absent for an undo. */
  was?: number | null
  /** Set by an undo: time and user of the restored value. */
  at: string | null
  by: number | null
}

/** Author, time and comment of a bulk change. */
export interface BulkWriteContext {
  by: number
  now: Date
  comment: string
  /** For an undo: restores the original time and user too. */
  isUndo: boolean
}

/** Bulk change of one field of a kind of record. Each function runs in the given transaction. */
export interface BulkDefinition {
  /** Field and action in the history; absent if the status history covers it. */
  history?: { field: string; done: string }
  /** Locks the records visible to the user, in id order. */
  lock: (db: Db, user: SignedIn, ids: readonly number[]) => Promise<BulkRecord[]>
  /** Whether the user may change this record. */
  mayChange: (user: SignedIn, record: BulkRecord) => boolean
  /** Whether the user may see bulk changes of other users. */
  canSeeAll: (user: SignedIn) => boolean
  /** Name of a value; fails for an unknown one. */
  nameOf: (db: Db, value: number) => Promise<string>
  /** Fails when the user may not set this value. Without it, every value is allowed. */
  refuseValue?: (db: Db, user: SignedIn, value: number | null) => Promise<void>
  /** Fails when one of these records may not get the value. Without it, only `refuseValue` decides. */
  refuseRecords?: (db: Db, ids: readonly number[], value: number, today: string) => Promise<void>
  /** Warnings to show before the change. */
  warnings?: (db: Db, ids: readonly number[], value: number, today: string) => Promise<string[]>
  /** Writes the values; with a `history`, also increments each record's version. */
  write: (db: Db, writes: readonly BulkWrite[], writing: BulkWriteContext) => Promise<void>
}

/** Changes locked records. Implemented by `setOfMany` of the bulk feature, passed to features in `RouteParts`. */
export type SetOfMany = (
  db: Db,
  call: SignedInCall,
  what: {
    kind: BulkKind
    action: BulkAction
    value: number | null
    comment: string
    /** Versions from the preview by record; a difference rejects the whole change. */
    seen?: ReadonlyMap<number, string>
  },
  records: readonly BulkRecord[],
) => Promise<BulkChange>

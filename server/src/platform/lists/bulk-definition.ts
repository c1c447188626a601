import type { BulkChange } from '@coverdesk/domain/bulk/bulk-contract.ts'
import type { BulkAction, BulkKind } from '@coverdesk/domain/bulk/bulk-kinds.ts'
import { sql } from 'kysely'
import type { SignedIn } from '../auth/session.ts'
import type { Db } from '../db/database.ts'
import type { SignedInCall } from '../http/http-call.ts'

/** A record as a bulk change finds it, locked until the transaction ends. */
export interface BulkRecord {
  id: number
  version: number
  /** As a person knows it. */
  name: string
  /** What it holds now, and since when (as the database writes it, to the microsecond) and by whom where that is told. */
  value: number | null
  valueName: string | null
  at: string | null
  by: number | null
  /** Under what its history is kept, where it is not the kind's name. */
  historyOf?: string
  /** Why it cannot be changed, whoever asks. */
  cannot?: string | null
}

/** What one record is to hold. */
export interface BulkWrite {
  id: number
  value: number | null
  /** What it held before; not told by an undo. */
  was?: number | null
  /** Set by an undo: since when and by whom the value had stood. */
  at: string | null
  by: number | null
}

/** Who writes, when, and what was said about it. */
export interface BulkWriting {
  by: number
  now: Date
  comment: string
  /** An undo: the value goes back with the time it had stood since. */
  asItWas: boolean
}

/** Something that can be set of many records of a kind at once. Each function gets the transaction it must work in. */
export interface BulkDefinition {
  /** The field as histories name it, and what was done to it; none where the status history tells it all. */
  history?: { field: string; done: string }
  /** The records of these ids that the person sees, locked in the order of their ids. */
  lock: (db: Db, user: SignedIn, ids: readonly number[]) => Promise<BulkRecord[]>
  /** Whether the person may set this of the record. */
  mayChange: (user: SignedIn, record: BulkRecord) => boolean
  /** Whether the person sees what others changed. */
  runs: (user: SignedIn) => boolean
  /** The name of a value; fails when there is none such. */
  nameOf: (db: Db, value: number) => Promise<string>
  /** Fails when the person may not set this value. Without it every value may be set. */
  refuseValue?: (db: Db, user: SignedIn, value: number | null) => Promise<void>
  /** What somebody should know before these records get the value. */
  warnings?: (db: Db, ids: readonly number[], value: number, today: string) => Promise<string[]>
  /** Writes the values; with a `history`, each record's version goes one up. */
  write: (db: Db, writes: readonly BulkWrite[], writing: BulkWriting) => Promise<void>
}

/** What a call does to records that it has locked: see `setOfMany` of the feature bulk, which a feature gets with its `RouteParts`. */
export type SetOfMany = (
  db: Db,
  call: SignedInCall,
  what: {
    kind: BulkKind
    action: BulkAction
    value: number | null
    comment: string
    /** The marks of a preview by record: what was changed since refuses all. */
    seen?: ReadonlyMap<number, string>
  },
  records: readonly BulkRecord[],
) => Promise<BulkChange>

/** What is written, as a table that a statement joins. */
export function written(writes: readonly BulkWrite[]) {
  return sql`(select * from jsonb_to_recordset(${JSON.stringify(writes)}::jsonb) as r (id bigint, value bigint, at timestamptz, by bigint))`
}

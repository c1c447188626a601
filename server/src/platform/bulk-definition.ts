import type { Db } from './database.ts'
import type { SignedIn } from './session.ts'

/** A record as a bulk change finds it, locked until the transaction ends. */
export interface BulkRecord {
  id: number
  version: number
  /** As a person knows it. */
  name: string
  /** What it holds now, and since when where that is told. */
  value: number | null
  valueName: string | null
  at: Date | null
}

/** What one record is to hold. */
export interface BulkWrite {
  id: number
  value: number | null
  /** Set by an undo: since when the value had stood. */
  at: Date | null
}

/** Something that can be set of many records of a kind at once. Each function gets the transaction it must work in. */
export interface BulkDefinition {
  kind: string
  /** Its name in histories and in the audit record. */
  entity: string
  /** The field as histories name it, and what was done to it. */
  field: string
  done: string
  /** The records of these ids that the person sees, locked in the order of their ids. */
  lock: (db: Db, user: SignedIn, ids: readonly number[]) => Promise<BulkRecord[]>
  /** Whether the person may set this of the record. */
  mayChange: (user: SignedIn, record: BulkRecord) => boolean
  /** Whether the person sees what others changed. */
  runs: (user: SignedIn) => boolean
  /** The name of a value that may be set; fails when it may not. */
  nameOf: (db: Db, value: number) => Promise<string>
  /** What somebody should know before these records get the value. */
  warnings?: (db: Db, ids: readonly number[], value: number, today: string) => Promise<string[]>
  /** Writes the values, each record's version one up. */
  write: (db: Db, writes: readonly BulkWrite[], by: number, now: 'now' | 'as it was') => Promise<void>
}

import type { FileShape } from '@coverdesk/domain/uploads/file-shape.ts'
import type {
  AgentChange,
  CarrierProfile,
  HeadingMapping,
  ImportCounts,
  ImportKind,
} from '@coverdesk/domain/uploads/upload-contract.ts'
import type { z } from 'zod'
import type { AuditSource } from './audit.ts'
import type { Db } from './database.ts'

/** One upload as it is handed to the worker: plain data. */
export interface ImportJob {
  runId: string
  kind: ImportKind
  /** Null for kinds of files that belong to no carrier. */
  carrierId: number | null
  /** First day of the month, YYYY-MM-DD; null for kinds of files that are of no month. */
  month: string | null
  fileName: string
  dryRun: boolean
  loadGoodRows: boolean
  mapping: HeadingMapping | null
  profile: CarrierProfile
  /** 0: the carrier has none of its own yet. */
  profileVersion: number
  startedBy: number
  audit: AuditSource
  databaseUrl: string
  /** Longest file in bytes. */
  maxBytes: number
}

/** The staged rows of a run, as its definition's SQL sees them. */
export interface StagedImport {
  job: ImportJob
  /** Table of good rows: `line` and the columns of the shape. */
  rows: string
  /** Table of outcomes: `line` (null: missing), `record_id` (null: new), `outcome`. */
  found: string
  /** Table of changed fields: `line`, `record_id`, `position`, `field`, `old_value`, `new_value`. */
  changes: string
  /** Columns that this file fills; only they are compared and written. */
  columns: readonly string[]
  lastLine: number
  counts: ImportCounts
}

/** What the merge tells while it works; both are shown live. */
export interface MergeProgress {
  stage: (stage: 'writing' | 'recording' | 'finishing') => Promise<void>
  wrote: (rows: number) => void
}

/** A loaded batch, as undo gets it. */
export interface StandingBatch {
  id: number
  carrierId: number | null
  loadedAt: Date
}

/**
 * A kind of file that the import mechanism takes. The mechanism reads, checks, stages, keeps the book record and the
 * progress; a definition says what a row is (`shape`, pure), how staged rows compare with the book, and how they enter
 * and leave it. Every function gets the transaction it must work in.
 */
export interface ImportDefinition {
  shape: FileShape
  /** Fills the tables `found` and `changes` and nothing else. */
  compare: (db: Db, staged: StagedImport) => Promise<void>
  /** Agents of record that the staged rows change, for the screen; at most 100 groups. */
  agentChanges?: (db: Db, staged: StagedImport) => Promise<z.infer<typeof AgentChange>[]>
  /** Brings new and changed rows into the book under `batchId`, flags missing ones, rebuilds what is derived. */
  merge: (db: Db, staged: StagedImport, batchId: number, progress: MergeProgress) => Promise<void>
  /** Takes a batch out of the book exactly; fails with `upload.changed_since` when something stands on it. */
  undo: (db: Db, batch: StandingBatch) => Promise<void>
  /** Where the dry run's tabs find the record of `found.record_id`: its table, its number, and what it is called. */
  record: { table: string; key: string; label: readonly string[] }
  /** A field whose numbers stand for somebody, and where the names are; an unknown number is shown between two words. */
  named?: { field: string; table: string; key: string; name: string; unknown: readonly [before: string, after: string] }
}

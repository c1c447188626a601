import type { CarrierProfile, HeadingMapping } from '@coverdesk/domain/uploads/carrier-profile.ts'
import type { FileShape } from '@coverdesk/domain/uploads/file-shape.ts'
import type { ImportCounts, ImportKind, ImportRun } from '@coverdesk/domain/uploads/upload-contract.ts'
import type { RawBuilder } from 'kysely'
import type { AuditSource } from '../audit/audit.ts'
import type { Db } from '../db/database.ts'

/** One upload as it is handed to the worker: plain data. */
export interface ImportJob {
  runId: string
  /** Counts the starts of this run; only the latest may end it. */
  attempt: number
  kind: ImportKind
  /** Null for kinds of files that belong to no carrier. */
  carrierId: number | null
  /** First day of the month, YYYY-MM-DD; null for kinds of files that are of no month. */
  month: string | null
  fileName: string
  dryRun: boolean
  loadGoodRows: boolean
  /** Rows for what an earlier file brought come on top of it instead of correcting it; for kinds that know the difference. */
  additive?: boolean
  /** The file is of this carrier and month alone: rows that say another are refused; for kinds whose rows say theirs. */
  singlePeriodOnly?: boolean
  /** What is there already is replaced by what the file says; for kinds whose files may also leave it alone. */
  overwrite?: boolean
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
  /** Rows of sums that were passed over. */
  totals: number
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

/** What a kind of file tells beside the counts. Agents of record: at most 100 groups. */
export type ImportFindings = Partial<Pick<ImportRun, 'agentChanges' | 'commissions'>>

/** Whose file a batch is, of which month, and its money; null where that is several or none. */
export interface BatchFacts {
  carrierId: number | null
  month: string | null
  amount: string | null
}

/**
 * A kind of file that the import mechanism takes. The mechanism reads, checks, stages, keeps the book record and the
 * progress; a definition says what a row is (`shape`, pure), how staged rows compare with the book, and how they enter
 * and leave it. Every function gets the transaction it must work in.
 */
export interface ImportDefinition {
  shape: FileShape
  /**
   * The rows say their carrier and month themselves, what the job says counts where they do not: files of the kind are
   * loaded one after the other, and the same bytes are the same file whatever the job says.
   */
  rowsSayCarrier?: boolean
  /** The same bytes may come again, because what they do depends on what stands. */
  allowsDuplicates?: boolean
  /**
   * Finds in the book what the staged rows belong to and refuses those that belong nowhere: they leave `rows` and join the
   * refusals. `headingOf` gives the file's heading of a field. Answers how many were refused.
   */
  place?: (db: Db, staged: StagedImport, headingOf: (field: string) => string) => Promise<number>
  /** Fills the tables `found` and `changes` and nothing else. */
  compare: (db: Db, staged: StagedImport) => Promise<void>
  /** What the kind has to say of a compared file, for the screen. */
  findings?: (db: Db, staged: StagedImport) => Promise<ImportFindings>
  /** What the record of the batch says, where the rows say it. */
  batchFacts?: (db: Db, staged: StagedImport) => Promise<BatchFacts>
  /** Brings new and changed rows into the book under `batchId`, flags missing ones, rebuilds what is derived. */
  merge: (db: Db, staged: StagedImport, batchId: number, progress: MergeProgress) => Promise<void>
  /** Takes a batch out of the book exactly; fails with `upload.changed_since` when something stands on it. */
  undo: (db: Db, batch: StandingBatch) => Promise<void>
  /** Where the dry run's tabs find the record of `found.record_id`: its table, its number, and the SQL of what it is called. */
  record: { table: string; key: string; label: (alias: string) => string }
  /** Which staged rows (`t`) belong to nobody yet, and why, for their tab. */
  unmatched?: { rows: RawBuilder<unknown>; reason: RawBuilder<unknown> }
  /** A field whose numbers stand for somebody, and where the names are; an unknown number is shown between two words. */
  named?: { field: string; table: string; key: string; name: string; unknown: readonly [before: string, after: string] }
}

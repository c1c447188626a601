import type { CarrierProfile, HeadingMapping, ValueMapping } from '@coverdesk/domain/uploads/carrier-profile.ts'
import type { FileShape } from '@coverdesk/domain/uploads/file-shape.ts'
import type {
  FilePart,
  ImportCounts,
  ImportKind,
  ImportRun,
  MemberAmount,
  UnknownValue,
} from '@coverdesk/domain/uploads/upload-contract.ts'
import type { RawBuilder } from 'kysely'
import type { AuditSource } from '../audit/audit.ts'
import type { Visibility } from '../auth/visibility.ts'
import type { Db } from '../db/database.ts'

/** Background jobs that load files, as the lists name them beside users. */
type LoadingJob = 'nightly fetch'

/** User or background job that loads a file. */
export type ImportStarter = { userId: number; job: null } | { userId: null; job: LoadingJob }

/** Upload as passed to the worker: plain data. */
export interface ImportJob {
  runId: string
  /** Counts the starts of this run; only the latest may end it. */
  attempt: number
  kind: ImportKind
  /** Null for kinds of files without a carrier. */
  carrierId: number | null
  /** First day of the month, YYYY-MM-DD; null for kinds of files without a month. */
  month: string | null
  /** Month and year that the user chose, each for rows without it; `month` is set only where both are chosen. */
  given?: { month?: number; year?: number }
  fileName: string
  dryRun: boolean
  loadGoodRows: boolean
  /** Rows add to earlier files, also where they equal them; only for kinds that support both. */
  additive?: boolean
  /** Deletes the statements of the file's months at the same time; only for kinds that support it. */
  replacesStatements?: boolean
  /** Rejects rows of another carrier or month; only for kinds whose rows contain both. */
  singlePeriodOnly?: boolean
  /** Replaces existing values with those of the file; only for kinds where this is optional. */
  overwrite?: boolean
  mapping: HeadingMapping | null
  /** The user's meanings of unknown values, besides the profile's. */
  values: ValueMapping
  /** Line of the headings, if the user chose it. */
  headingLine: number | null
  /** The carrier's profile stays as it is, whatever the user mapped. */
  keepsProfile?: boolean
  /** Year and source of a file of plans. */
  planData?: { year: number; source: string }
  /** What the file holds of its carrier's records; null: all of them. */
  part: FilePart | null
  /** Number of missing records that the user confirmed. */
  confirmedMissing: number | null
  /** An older month replaces the data of a newer one. */
  setsBack: boolean
  /** Empty cells keep the stored values. */
  keepsEmpty: boolean
  profile: CarrierProfile
  /** 0 if the carrier has no saved profile. */
  profileVersion: number
  /** The profile is not saved yet: the user tries it on the file. */
  triesProfile?: boolean
  startedBy: ImportStarter
  audit: AuditSource
  databaseUrl: string
  /** Maximum file size in bytes. */
  maxBytes: number
  /** Refuses a file with fewer rows, which may have been cut off. */
  leastRows?: number
  /** Records that the user may see, for kinds whose rows name some. */
  visible?: Visibility
}

/** Staging tables of a run, for the SQL of its definition. */
export interface StagedImport {
  job: ImportJob
  /** Table of valid rows: `line` and the columns of the shape. */
  rows: string
  /** Table of outcomes: `line` (null: missing), `record_id` (null: new), `outcome`. */
  found: string
  /** Table of changed fields: `line`, `record_id`, `position`, `field`, `old_value`, `new_value`. */
  changes: string
  /** The file's heading of a field. */
  headingOf: (field: string) => string
  /** Whether a heading of the file says a field; otherwise it is missing, or follows from others. */
  hasHeading: (field: string) => boolean
  /** Columns in this file; only they are compared and written. */
  columns: readonly string[]
  lastLine: number
  /** Skipped total rows. */
  totals: readonly TotalRow[]
  /** Values that no profile knows. */
  unknownValues: UnknownValue[]
  counts: ImportCounts
  /** Rows of further members, which are counted in the rows of their records. */
  members?: number
  /** Amounts of further members that their records do not get. */
  memberAmounts?: MemberAmount[]
  /** Rows of another year or agent of a record whose present row stays. */
  otherVersions?: number
  /** Term dates that became the last covered day. */
  shiftedTermDates?: number
}

/** Total row of a file with the amount it states. */
export interface TotalRow {
  line: number
  label: string
  amount: string | null
}

/** Live progress of a merge. */
export interface MergeProgress {
  stage: (stage: 'writing' | 'recording' | 'finishing') => Promise<void>
  wrote: (rows: number) => void
}

/** Imported batch, for undo. */
export interface StandingBatch {
  id: number
  carrierId: number | null
  loadedAt: Date
  /** User who undoes it. */
  undoneBy: number
}

/** Additional findings of a kind of file. Agents of record: at most 100 groups. */
export type ImportFindings = Partial<
  Pick<ImportRun, 'agentChanges' | 'commissions' | 'book' | 'planFiles' | 'loadedBefore'>
>

/** Carrier, month and amount of a batch; null for several or none. */
export interface BatchFacts {
  carrierId: number | null
  month: string | null
  amount: string | null
}

/**
 * Definition of a kind of import file: what a row is (`shape`), how staged rows compare with stored records, and how they
 * are merged and undone. Reading, validation, staging and progress are shared. Each function runs in the given transaction.
 */
export interface ImportDefinition {
  shape: FileShape
  /**
   * Rows contain their carrier and month; the job's values are defaults. Imports of the kind are serialized, and identical
   * files are duplicates for any carrier and month.
   */
  rowsSayCarrier?: boolean
  /** Identical files are allowed, because the result depends on the stored records. */
  allowsDuplicates?: boolean
  /**
   * Matches staged rows to stored records and moves rows without a match to the refusals. Returns the number of rejected rows.
   */
  place?: (db: Db, staged: StagedImport) => Promise<number>
  /** Fills only the tables `found` and `changes`. */
  compare: (db: Db, staged: StagedImport) => Promise<void>
  /** Additional findings about a compared file, for the screen. */
  findings?: (db: Db, staged: StagedImport) => Promise<ImportFindings>
  /** Facts about the batch that come from its rows. */
  batchFacts?: (db: Db, staged: StagedImport) => Promise<BatchFacts>
  /** Merges new and changed rows under `batchId`, flags missing ones and rebuilds derived data. */
  merge: (db: Db, staged: StagedImport, batchId: number, progress: MergeProgress) => Promise<void>
  /** Fails with `upload.changed_since` when later work depends on a batch; `undo` of the kind need not check it again. */
  refuseUndo?: (db: Db, batch: Omit<StandingBatch, 'undoneBy'>) => Promise<void>
  /** Reverts a batch exactly; fails with `upload.changed_since` when later changes depend on it. */
  undo: (db: Db, batch: StandingBatch) => Promise<void>
  /**
   * Number column and name SQL of a record, for the tabs of a dry run: in the `table` of `found.record_id`, or without one in
   * the staged row itself.
   */
  record: { table?: string; key: string; label: (alias: string) => string }
  /** Staged rows (`t`) without an owner, and the reason, for their tab. */
  unmatched?: { rows: RawBuilder<unknown>; reason: RawBuilder<unknown> }
  /** Field whose numbers have names in another table, and the words around an unknown number. */
  named?: { field: string; table: string; key: string; name: string; unknown: readonly [before: string, after: string] }
}

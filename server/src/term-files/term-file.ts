import type { FieldChange } from '@coverdesk/domain/history/history-contract.ts'
import type { FileShape } from '@coverdesk/domain/uploads/file-shape.ts'
import type { Db } from '../platform/db/database.ts'
import type { StagedImport, StandingBatch } from '../platform/imports/import-definition.ts'

/** Row of a file of terms: what its cells say, by column; null for none. */
export interface StagedRow {
  line: number
  cells: Readonly<Record<string, string | null>>
}

/** Why a row can't be loaded, at a field of the file or for the whole row. */
export interface RowRefusal {
  line: number
  field: string | null
  value: string | null
  reason: string
}

/** What a row of the file means beside the stored ones. */
export interface RowOutcome {
  line: number
  outcome: 'new' | 'changed' | 'unchanged'
  /** Null: a new row. */
  recordId: number | null
  /** Whom or what it is about, and the rest in words. */
  subject: string
  summary: string
  changes: readonly FieldChange[]
}

/** Effect of a file, before anything is written. Rows that are refused have no outcome. */
export interface TermPlan {
  refusals: RowRefusal[]
  outcomes: RowOutcome[]
  /** Stored rows that are not in the file and end because a row of it begins. */
  ended: { line: number; recordId: number; change: FieldChange }[]
  /** Names that no record has, with their rows. */
  unknown: { field: string; value: string; rows: number }[]
  /** Writes new and changed rows under a batch, with history and marks for the undo. */
  write(db: Db, load: { batchId: number; userId: number }): Promise<void>
}

/** One kind of file of schedules or terms. */
export interface TermFile {
  shape: FileShape
  /** Locks that the screens of these records take, before the stored rows are read. */
  lock(db: Db): Promise<void>
  plan(db: Db, rows: readonly StagedRow[], staged: StagedImport): Promise<TermPlan>
  /** Reverts a load exactly; fails with `upload.changed_since` and names the rows that changed since. */
  undo(db: Db, batch: StandingBatch): Promise<void>
}

import type { PlanHeadings } from '@coverdesk/domain/plan-data/plan-files.ts'
import type { PlanRowKind } from '@coverdesk/domain/uploads/import-kinds.ts'

/** Problem of a cell: the column by our name, or null for the whole row. */
export interface CellProblem {
  column: string | null
  reason: string
}

/** Cells of the current row by our column names; '' where the file has no such column. */
export class PlanCells {
  readonly #columns: PlanHeadings
  #cells: readonly string[] = []

  constructor(columns: PlanHeadings) {
    this.#columns = columns
  }

  on(cells: readonly string[]): this {
    this.#cells = cells
    return this
  }

  text(name: string): string {
    const place = this.#columns.get(name)
    return place === undefined ? '' : (this.#cells[place] ?? '').trim()
  }
}

/** Writes a row to a table; '' is null. */
export type AddRow = (values: readonly string[]) => void

/** Reader of a kind of file: takes rows in order and writes records. */
export interface PlanFileReader {
  /** Table and columns that `add` of this reader writes, without the leading file id. */
  into: string
  /** Takes a row. False: it was skipped. A text or problem: the file is refused. */
  row: (cells: PlanCells, line: number) => boolean | CellProblem
  /** Writes what is still open. Problems concern the whole file. */
  end: () => { line: number; problem: CellProblem }[]
}

/** Year and source of a load. */
export interface PlanFileScope {
  year: number
  source: string
  kind: PlanRowKind
}

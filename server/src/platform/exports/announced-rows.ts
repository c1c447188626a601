import type { ExportHead } from './export-table.ts'

/** Checks the rows of a file against its header. */
export interface AnnouncedRows {
  /** Adds a number of rows; throws above the announced number. */
  more: (rows: number) => void
  /** Throws when a row has a wrong number of cells. */
  cells: (count: number) => void
  /** Throws when rows are missing at the end. */
  end: () => void
}

/** Aborts a file with a wrong number of rows, so that a truncated file never looks complete. */
export function announcedRows({ totalRows, columns }: ExportHead): AnnouncedRows {
  let count = 0
  const refuse = (reason: string): never => {
    throw new Error(`export of ${reason}`)
  }
  return {
    more(rows) {
      count += rows
      if (count > totalRows) refuse(`${totalRows} rows got more`)
    },
    cells(count) {
      if (count !== columns.length) refuse(`${columns.length} columns got a row of ${count} cells`)
    },
    end() {
      if (count < totalRows) refuse(`${totalRows} rows got only ${count}`)
    },
  }
}

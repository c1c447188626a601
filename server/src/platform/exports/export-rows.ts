import type { ExportHead } from './export-table.ts'

/** Holds the rows of a file against what its head says of them. */
export interface AnnouncedRows {
  /** So many more rows; breaks off when there are more than announced. */
  more: (rows: number) => void
  /** Breaks off when a row has not one cell for each column. */
  cells: (count: number) => void
  /** No more are to come; breaks off when some are missing. */
  end: () => void
}

/** Breaks a file off when its rows are not the announced ones: a short file must not look like a whole one. */
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

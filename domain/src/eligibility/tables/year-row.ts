/** How sure a value is: checked against a second source or not. */
export const confidences = ['verified', 'one source', 'sources disagree', 'unverified'] as const
export type Confidence = (typeof confidences)[number]

/** Row of a state that holds from one year to another, both included. */
export interface YearRow {
  state: string
  from: number
  to: number
  confidence: Confidence
}

/**
 * Row of a state for a year. Before the first and after the last year of the table the nearest row applies; undefined for a
 * state without rows. Callers say which year was used (`yearUsed`).
 */
export function rowFor<Row extends YearRow>(rows: readonly Row[], state: string, year: number): Row | undefined {
  const ofState = rows.filter((row) => row.state === state)
  return (
    ofState.find(({ from, to }) => from <= year && year <= to) ??
    ofState.toSorted((a, b) => distance(a, year) - distance(b, year))[0]
  )
}

/** Years between the row and the year; 0 when the row holds. */
function distance({ from, to }: YearRow, year: number): number {
  return Math.max(from - year, year - to, 0)
}

/** Year for which the row answers: the year itself, or the nearest one that the row holds for. */
export function yearUsed({ from, to }: YearRow, year: number): number {
  return Math.min(Math.max(year, from), to)
}

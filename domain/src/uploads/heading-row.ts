import { headingKey } from './heading-match.ts'
import { bareFigure } from './reading/file-amount.ts'

/** Rows at the beginning of a file among which the headings are looked for. */
export const maxTitleRows = 40

/** Minimum number of known headings that make a row the heading row. */
const minKnown = 2

/**
 * Index of the heading row among the first rows of a file; carriers write titles, addresses and blank rows above it. The row
 * with the most known headings, or else the first one that is about as wide as the rows usually are.
 */
export function findHeadingRow(rows: readonly (readonly string[])[], isKnown: (heading: string) => boolean): number {
  const known = rows.map(
    (row) => new Set(row.map((cell) => cell.trim()).filter((cell) => cell !== '' && isKnown(cell))).size,
  )
  const most = Math.max(0, ...known)
  if (most >= minKnown) return known.indexOf(most)
  const widths = rows.map((row) => row.filter((cell) => cell.trim() !== '').length)
  const wide = usual(widths.filter((width) => width > 1))
  return Math.max(
    0,
    widths.findIndex((width, index) => width > 0 && width >= wide * 0.6 && !(rows[index] ?? []).some(isNumber)),
  )
}

/** Compares like headingKey, so that 'Policy_Number' is 'PolicyNumber'. */
export function knownHeadings(headings: Iterable<string>): (heading: string) => boolean {
  const keys = new Set([...headings].map(headingKey))
  return (heading) => keys.has(headingKey(heading))
}

const isNumber = (cell: string) => /^[\s$(-]*\d[\d\s.,/)-]*$/.test(bareFigure(cell))

/** The most frequent one, the largest of several; 0 without any. */
function usual(widths: readonly number[]): number {
  const counts = new Map<number, number>()
  for (const width of widths) counts.set(width, (counts.get(width) ?? 0) + 1)
  return [...counts].reduce(
    (best, next) => (next[1] > best[1] || (next[1] === best[1] && next[0] > best[0]) ? next : best),
    [0, 0],
  )[0]
}

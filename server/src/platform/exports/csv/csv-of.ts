import { csvText } from './csv-cell.ts'

/** CSV of a few rows of texts, guarded against formulas. */
export function csvOf(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  return [headings, ...rows].map((row) => `${row.map(csvText).join(',')}\r\n`).join('')
}

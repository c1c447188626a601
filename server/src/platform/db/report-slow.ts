/** Reporting of slow queries by their text, which contains no values: those are parameters. */
export interface SlowQueries {
  minMs: number
  report: (sentence: string) => void
}

const maxText = 1_000

/** Reports a query that took at least `minMs`; returns nothing for faster ones. */
export function reportSlow(slow: SlowQueries | undefined, text: string, milliseconds: number): void {
  if (!slow || milliseconds < slow.minMs) return
  const line = text.replace(/\s+/g, ' ').trim()
  const shown = line.length > maxText ? `${line.slice(0, maxText)} …` : line
  slow.report(`A query took ${Math.round(milliseconds)} ms: ${shown}`)
}

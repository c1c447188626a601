import { maxTitleRows } from '@coverdesk/domain/uploads/heading-row.ts'

/** Row at the beginning of a file, cut leniently, because text above the headings need not be CSV. */
export interface StartRow {
  /** Offset of its first character. */
  at: number
  /** Line on which it begins, from 1. */
  line: number
  text: string
}

const delimiters = [',', ';', '\t', '|'] as const

/** Maximum number of lines of one heading row; an open quote further apart is no quote. */
const maxLinesOfRow = 12

/** The first rows of a file. The last one is left out unless the text is complete. */
export function startRows(text: string, complete: boolean): StartRow[] {
  const rows: StartRow[] = []
  let at = 0
  let line = 1
  while (at < text.length && rows.length < maxTitleRows) {
    const { end, lines, closed } = rowEnd(text, at)
    if (!closed && !complete) break
    rows.push({ at, line, text: text.slice(at, end) })
    line += lines
    at = text[end] === '\r' && text[end + 1] === '\n' ? end + 2 : end + 1
  }
  return rows
}

function rowEnd(text: string, from: number): { end: number; lines: number; closed: boolean } {
  let quoted = false
  let lines = 1
  let firstBreak = -1
  for (let at = from; at < text.length; at++) {
    const sign = text[at]
    if (sign === '"') quoted = !quoted
    else if (sign === '\n' || sign === '\r') {
      if (!quoted) return { end: at, lines, closed: true }
      if (firstBreak < 0) firstBreak = at
      if (sign === '\n' || text[at + 1] !== '\n') lines++
      if (lines > maxLinesOfRow) return { end: firstBreak, lines: 1, closed: true }
    }
  }
  return { end: text.length, lines, closed: false }
}

/** Cells of a row, with the quotes around them taken off. */
export function cutRow(text: string, delimiter: string): string[] {
  const cells: string[] = []
  let cell = ''
  let quoted = false
  for (const sign of text) {
    if (sign === '"') quoted = !quoted
    else if (sign === delimiter && !quoted) {
      cells.push(cell.trim())
      cell = ''
    } else cell += sign
  }
  return [...cells, cell.trim()]
}

/** Delimiter with which most rows have the same, largest number of cells; comma by default. */
export function delimiterOf(rows: readonly StartRow[]): string {
  let best: string = ','
  let most = 0
  for (const delimiter of delimiters) {
    const counts = new Map<number, number>()
    for (const { text } of rows) {
      const width = cutRow(text, delimiter).length
      counts.set(width, (counts.get(width) ?? 0) + 1)
    }
    for (const [width, count] of counts)
      if ((width - 1) * count > most) {
        most = (width - 1) * count
        best = delimiter
      }
  }
  return best
}

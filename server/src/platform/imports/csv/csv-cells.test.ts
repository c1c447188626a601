import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BrokenCsv, CsvCells } from './csv-cells.ts'

/** Rows of a text that comes in pieces of `length`, with the line on which each begins. */
function read(text: string, length = 7, delimiter = ','): { line: number; cells: string[] }[] {
  const rows: { line: number; cells: string[] }[] = []
  let line = 1
  const cells = new CsvCells(delimiter, (row, lines) => {
    rows.push({ line, cells: row })
    line += lines
  })
  for (let at = 0; at < text.length; at += length) cells.take(text.slice(at, at + length), false)
  cells.take('', true)
  return rows
}

/** A quote inside a cell that does not begin with one, which csv-parse would also let go on behind a closing quote. */
const inner = '\u2020'

/** What csv-parse makes of it, in the same strictness; null when it refuses. */
function oracle(text: string): string[][] | null {
  try {
    const rows: string[][] = parse(withInnerQuotes(text), {
      relax_column_count: true,
      record_delimiter: ['\r\n', '\n', '\r'],
    })
    return rows.map((cells) => cells.map((cell) => cell.replaceAll(inner, '"')))
  } catch {
    return null
  }
}

function withInnerQuotes(text: string): string {
  return text.replace(/"(?:[^"]|"")*"?|[^",\r\n][^,\r\n]*/g, (part) =>
    part.startsWith('"') ? part : part.replaceAll('"', inner),
  )
}

describe('cells of a csv file', () => {
  test('P-55 any text is read, or refused, as csv-parse does, wherever its pieces are cut', () => {
    const sign = fc.constantFrom('a', 'é', '"', ',', '\n', '\r', '\r\n', ' ', '""', '"a"', '"a,b"')
    fc.assert(
      fc.property(fc.array(sign, { maxLength: 24 }), fc.integer({ min: 1, max: 9 }), (signs, length) => {
        const text = signs.join('')
        let rows: string[][] | null
        try {
          rows = read(text, length).map(({ cells }) => cells)
        } catch (error) {
          expect(error).toBeInstanceOf(BrokenCsv)
          rows = null
        }
        expect(rows).toEqual(oracle(text))
      }),
      { numRuns: 5_000 },
    )
  })

  test('P-54 whatever the cells hold, they come back as they were, with the line of each row', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r\n', 'é', ';'), maxLength: 6 })
    fc.assert(
      fc.property(
        fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 6 }),
        fc.constantFrom('\n', '\r\n', '\r'),
        fc.integer({ min: 1, max: 9 }),
        (table, newline, length) => {
          const text = table
            .map((row) => row.map((value) => `"${value.replaceAll('"', '""')}"`).join(',') + newline)
            .join('')
          const rows = read(text, length)
          expect(rows.map(({ cells }) => cells)).toEqual(table)
          let line = 1
          for (const [index, row] of table.entries()) {
            expect(rows[index]?.line).toBe(line)
            line += 1 + (row.join('|').match(/\r\n|\r|\n/g)?.length ?? 0)
          }
        },
      ),
    )
  })
})

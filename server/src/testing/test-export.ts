import { inflateRawSync } from 'node:zlib'
import type { ExportCell, ExportColumn, ExportDocument, ExportRow } from '../platform/exports/export-table.ts'

/** A small list to export in tests; what a test is about it says in `over`. */
export function exportOf(
  columns: readonly ExportColumn[],
  rows: readonly ExportRow[],
  over: Partial<ExportDocument> = {},
): ExportDocument {
  return {
    title: 'Policies',
    brand: { name: 'Coverdesk', color: '#0b6e4f' },
    filters: [{ label: 'State', value: 'Florida' }],
    generatedBy: 'Ada Núñez',
    generatedAt: new Date('2026-03-09T15:04:00Z'),
    timeZone: 'America/New_York',
    columns,
    totalRows: rows.length,
    rows: inBatches([rows]),
    ...over,
  }
}

/** The batches as a row source gives them. */
export async function* inBatches<Batch>(batches: Iterable<Batch>): AsyncGenerator<Batch> {
  yield* batches
}

/** `count` rows of the columns' kinds, made as they are taken, so that the source itself holds nothing. */
export async function* madeRows(count: number, columns: readonly ExportColumn[]): AsyncGenerator<ExportRow[]> {
  for (let first = 0; first < count; first += 1_000) {
    yield Array.from({ length: Math.min(1_000, count - first) }, (_, at) =>
      columns.map(({ kind }, place) => madeCell(kind, first + at, place)),
    )
  }
}

function madeCell(kind: ExportColumn['kind'], row: number, place: number): ExportCell {
  if (kind === 'text') return (row + place) % 7 === 0 ? null : `FL-${(row * 7_919 + place) % 1_000_003} Núñez`
  if (kind === 'date') return `2026-0${(row % 9) + 1}-1${row % 10}`
  return kind === 'money' ? `${((row * 13) % 99_999) - 3_000}.50` : row % 90
}

/** The files in a zip by path, read from its central directory as an office program does. */
export function unzipped(zip: Buffer): Map<string, string> {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  const files = new Map<string, string>()
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((place) => zip.readUInt16LE(at + place))
    const path = zip.toString('utf8', at + 46, at + 46 + (nameLength ?? 0))
    const local = zip.readUInt32LE(at + 42)
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    files.set(path, inflateRawSync(zip.subarray(start, start + zip.readUInt32LE(at + 20))).toString('utf8'))
    at += 46 + (nameLength ?? 0) + (extraLength ?? 0) + (commentLength ?? 0)
  }
  return files
}

/** One cell as a spreadsheet program reads it. */
export type ReadCell = { type: 'text' | 'number'; style: number; value: string }

/** The rows of a sheet's XML, cells by column letter. */
export function sheetRows(xml: string): Record<string, ReadCell>[] {
  return [...xml.matchAll(/<row r="\d+">(.*?)<\/row>/gs)].map(([, row = '']) =>
    Object.fromEntries([...row.matchAll(/<c r="([A-Z]+)\d+"([^>]*)>(.*?)<\/c>/gs)].map(readCell)),
  )
}

function readCell([, column = '', attributes = '', inner = '']: RegExpExecArray): [string, ReadCell] {
  const style = Number(/s="(\d+)"/.exec(attributes)?.[1] ?? 0)
  if (!attributes.includes('inlineStr'))
    return [column, { type: 'number', style, value: /<v>(.*)<\/v>/.exec(inner)?.[1] ?? '' }]
  const text = /<t[^>]*>(.*)<\/t>/s.exec(inner)?.[1] ?? ''
  return [column, { type: 'text', style, value: fromXml(text) }]
}

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&#13;': '\r' }

function fromXml(text: string): string {
  return text
    .replace(/&[a-z#0-9]+;/g, (entity) => entities[entity] ?? entity)
    .replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}

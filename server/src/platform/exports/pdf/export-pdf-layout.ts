import type { ExportColumn, ExportHead, ExportKind } from '../export-table.ts'

/** All lengths in points; US letter, landscape. */
export const paper = { width: 792, height: 612, margin: 28, footer: 18 } as const

const kindCharacters: Record<ExportKind, number> = { text: 18, integer: 8, money: 12, date: 11, percent: 8, moment: 20 }
/** Inter's figures are 0.65 of the type size wide, its small letters less. */
const characterWidth = 0.6
const maxFontSize = 8.5
const smallestType = 5
const titleLine = 22
const smallLine = 12

/** Position of a column; `wide` is the width of its text. */
export type PdfColumn = { label: string; kind: ExportKind; x: number; wide: number }

/** Layout shared by all pages. */
export type PdfLayout = {
  columns: readonly PdfColumn[]
  size: number
  /** Height of a row with one line, and of each further line. */
  rowHeight: number
  lineHeight: number
  /** The top edge of the table on the first page and on the others, and the bottom edge. */
  firstTop: number
  nextTop: number
  bottom: number
}

/**
 * Lays the table out before its rows are known: columns share the width by their characters, the type shrinks until
 * they fit (5 to 8.5 points).
 */
export function pdfLayout(head: ExportHead, linesUnderTitle: number): PdfLayout {
  const usable = paper.width - 2 * paper.margin
  const characters = head.columns.map(charactersOf)
  const total = Math.max(
    1,
    characters.reduce((sum, count) => sum + count, 0),
  )
  const size = Math.min(maxFontSize, Math.max(smallestType, usable / (total * characterWidth)))
  const gap = size * 0.9
  const rowHeight = Math.round(size * 1.7 * 10) / 10
  let x: number = paper.margin
  const columns = head.columns.map(({ label, kind }, at) => {
    const width = (usable * (characters[at] ?? 0)) / total
    const column = { label, kind, x, wide: width - gap }
    x += width
    return column
  })
  const firstTop = paper.height - paper.margin - 2 * titleLine - smallLine * linesUnderTitle
  const nextTop = paper.height - paper.margin
  const lineHeight = Math.round(size * 1.25 * 10) / 10
  return { columns, size, rowHeight, lineHeight, firstTop, nextTop, bottom: paper.margin + paper.footer }
}

/** Height of a row or heading with so many lines. */
export function heightOf({ rowHeight, lineHeight }: PdfLayout, lines: number): number {
  return rowHeight + (Math.max(1, lines) - 1) * lineHeight
}

/** Number of lines of the highest row that fits on a page under a heading of this height. */
export function linesOnPage({ rowHeight, lineHeight, nextTop, bottom }: PdfLayout, headHeight: number): number {
  return 1 + Math.floor((nextTop - headHeight - bottom - rowHeight) / lineHeight)
}

function charactersOf({ label, kind, width }: ExportColumn): number {
  return Math.max(4, width ?? Math.max(kindCharacters[kind], Math.min(label.length + 1, 16)))
}

/** Baselines of what stands above the table on the first page, counted down from the top. */
export const heading = {
  brand: paper.height - paper.margin - 10,
  title: paper.height - paper.margin - titleLine - 10,
  line: (at: number) => paper.height - paper.margin - 2 * titleLine - smallLine * at,
} as const

import PDFDocument from 'pdfkit'
import type { ExportCell, ExportHead, ExportRow } from '../export-table.ts'
import { isDecimal, shownDay, shownMoney, shownNumber } from '../export-text.ts'
import { exportWords } from '../export-words.ts'
import { heading, type PdfColumn, type PdfLayout, paper, pdfLayout } from './export-pdf-layout.ts'
import { PdfTypeface, type ShapedText, showText, type UsedFonts } from './export-pdf-type.ts'

const ink = '0.10 0.11 0.13'
const quiet = '0.38 0.40 0.44'
const loss = '0.73 0.11 0.11'
const band = '0.94 0.95 0.96'
const hairline = '0.86 0.87 0.89'
const smallType = 8
const maxLines = 12
const titleRoom = 600

type Faces = { regular: PdfTypeface; bold: PdfTypeface; figures: PdfTypeface }
type Sheet = { head: ExportHead; layout: PdfLayout; faces: Faces; lines: readonly string[] }

/**
 * The list on US letter, landscape: brand, title, filters and maker on the first page, the header on each,
 * 'Page X of Y' below. One line per row: text too long for its column ends with '…'; figures are never cut, only
 * narrowed. Text is drawn as glyphs and nothing in it is read as markup, link or address; nothing is fetched.
 * A page leaves as soon as it is full.
 */
export async function* makePdf(
  head: ExportHead,
  batches: AsyncIterable<readonly ExportRow[]>,
): AsyncGenerator<Uint8Array> {
  const document = new PDFDocument({
    autoFirstPage: false,
    size: 'LETTER',
    layout: 'landscape',
    margin: 0,
    pdfVersion: '1.7',
    lang: exportWords(head).lang,
    displayTitle: true,
    info: { Title: head.title, Author: head.generatedBy, Creator: head.brand.name, CreationDate: head.generatedAt },
  })
  const faces = {
    regular: new PdfTypeface(document, 400),
    bold: new PdfTypeface(document, 600),
    figures: new PdfTypeface(document, 400, ['tnum']),
  }
  const lines = linesUnderTitle(head, faces.regular)
  const sheet: Sheet = { head, lines, faces, layout: pdfLayout(head, lines.length) }
  for await (const { number, rows } of pagesOf(batches, sheet.layout)) {
    document.addPage()
    const used: UsedFonts = new Map()
    document.addContent(`q 1 0 0 -1 0 ${paper.height} cm\n${pageOperators(sheet, number, rows, used)}Q`)
    for (const [id, font] of used) document.page.fonts[id] = font.ref()
    yield* written(document)
  }
  document.end()
  yield* written(document)
}

/** Reads pdfkit's output. It completes a page when the next one starts and has no backpressure. */
function* written(document: PDFKit.PDFDocument): Generator<Uint8Array> {
  for (let piece: unknown = document.read(); piece instanceof Uint8Array; piece = document.read()) yield piece
}

async function* pagesOf(batches: AsyncIterable<readonly ExportRow[]>, layout: PdfLayout) {
  let number = 1
  let rows: ExportRow[] = []
  for await (const batch of batches) {
    for (const row of batch) {
      if (rows.length === (number === 1 ? layout.rowsOnFirst : layout.rowsOnNext)) {
        yield { number, rows }
        number++
        rows = []
      }
      rows.push(row)
    }
  }
  yield { number, rows }
}

function linesUnderTitle(head: ExportHead, face: PdfTypeface): string[] {
  const room = ((paper.width - 2 * paper.margin) * 1000) / smallType
  const words = exportWords(head)
  const filters = head.filters.map(({ label, value }) => `${label}: ${value}`)
  const lines: string[] = []
  for (const filter of filters.length > 0 ? filters : [words.all]) {
    const joined = `${lines.at(-1) ?? ''}   ·   ${filter}`
    if (lines.length > 0 && face.shape(joined).width <= room) lines[lines.length - 1] = joined
    else lines.push(filter)
  }
  const shown = lines.length > maxLines ? [...lines.slice(0, maxLines - 1), '…'] : lines
  const records = head.totalRows === 1 ? words.one : words.many(shownNumber(String(head.totalRows)))
  return [...shown, words.made(records, head.generatedBy, shownMoment(head))]
}

function shownMoment({ generatedAt, timeZone }: ExportHead): string {
  const day = { month: '2-digit', day: '2-digit', year: 'numeric' } as const
  const time = { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const
  return new Intl.DateTimeFormat('en-US', { ...day, ...time, timeZone }).format(generatedAt)
}

function pageOperators(sheet: Sheet, number: number, rows: readonly ExportRow[], used: UsedFonts): string {
  const { layout, faces, head } = sheet
  const top = number === 1 ? layout.firstTop : layout.nextTop
  let operators = number === 1 ? headingOperators(sheet, used) : ''
  operators += tableHead(sheet, top, used) + rules(layout, top, rows.length) + paint(ink)
  const cells = layout.columns.map((column) => cellDrawer(column, layout, faces, used))
  let y = top - 2 * layout.rowHeight + layout.rowHeight * 0.32
  for (const row of rows) {
    for (let at = 0; at < cells.length; at++) operators += cells[at]?.(row[at] ?? null, y) ?? ''
    y -= layout.rowHeight
  }
  const foot = { y: paper.margin, size: 7 }
  const left = faces.regular.shape(`${head.brand.name} · ${head.title}`, (titleRoom * 1000) / foot.size)
  const right = faces.figures.shape(exportWords(head).page(number, layout.pages))
  const x = paper.width - paper.margin - (right.width * foot.size) / 1000
  return `${operators}${paint(quiet)}${showText(left, { ...foot, x: paper.margin }, used)}${showText(right, { ...foot, x }, used)}`
}

function headingOperators({ head, faces, lines }: Sheet, used: UsedFonts): string {
  const x = paper.margin
  const room = (size: number) => ((paper.width - 2 * x) * 1000) / size
  const brand = showText(faces.bold.shape(head.brand.name, room(11)), { x, y: heading.brand, size: 11 }, used)
  const title = showText(faces.bold.shape(head.title, room(16)), { x, y: heading.title, size: 16 }, used)
  const rest = lines.map((line, at) =>
    showText(faces.regular.shape(line, room(smallType)), { x, y: heading.line(at), size: smallType }, used),
  )
  return `${paint(brandPaint(head.brand.color))}${brand}${paint(ink)}${title}${paint(quiet)}${rest.join('')}`
}

function tableHead({ layout, faces, head }: Sheet, top: number, used: UsedFonts): string {
  const { size, rowHeight } = layout
  const width = paper.width - 2 * paper.margin
  const y = top - rowHeight
  const box = `${paint(band)}${paper.margin} ${y.toFixed(2)} ${width} ${rowHeight} re f\n`
  const line = `${paint(brandPaint(head.brand.color))}${paper.margin} ${y.toFixed(2)} ${width} 1 re f\n`
  const labels = layout.columns.map((column) => {
    const text = faces.bold.shape(column.label, (column.wide * 1000) / size)
    return showText(text, { x: startOf(column, text, size), y: y + rowHeight * 0.36, size }, used)
  })
  return `${box}${line}${paint(ink)}${labels.join('')}`
}

function rules({ rowHeight }: PdfLayout, top: number, rows: number): string {
  let operators = `${hairline} RG 0.4 w\n`
  for (let row = 2; row <= rows + 1; row++) {
    const y = (top - row * rowHeight).toFixed(2)
    operators += `${paper.margin} ${y} m ${paper.width - paper.margin} ${y} l\n`
  }
  return `${operators}S\n`
}

/** Draws one cell of the column with its baseline at y. */
function cellDrawer(column: PdfColumn, { size }: PdfLayout, faces: Faces, used: UsedFonts) {
  const room = (column.wide * 1000) / size
  return (cell: ExportCell, y: number): string => {
    if (cell === null || cell === '') return ''
    const text = String(cell)
    const figure = shownFigure(column.kind, text)
    if (figure === null) return showText(faces.regular.shape(text, room), { x: column.x, y, size }, used)
    const shaped = faces.figures.shape(figure)
    const squeeze = Math.min(100, (room / shaped.width) * 100)
    const where = { glyphs: shaped.glyphs, width: (shaped.width * squeeze) / 100 }
    const operators = showText(where, { x: startOf(column, where, size), y, size, squeeze }, used)
    return column.kind === 'money' && text.startsWith('-') ? `${paint(loss)}${operators}${paint(ink)}` : operators
  }
}

function shownFigure(kind: PdfColumn['kind'], text: string): string | null {
  if (kind === 'text' || kind === 'moment') return null
  if (kind === 'date') return shownDay(text)
  if (!isDecimal(text)) return null
  if (kind === 'money') return shownMoney(text)
  return kind === 'percent' ? `${shownNumber(text)}%` : shownNumber(text)
}

/** Numbers end at the right edge of their column, everything else starts at the left. */
function startOf(column: PdfColumn, { width }: ShapedText, size: number): number {
  const isNumber = column.kind !== 'text' && column.kind !== 'date' && column.kind !== 'moment'
  return isNumber ? column.x + column.wide - (width * size) / 1000 : column.x
}

function paint(color: string): string {
  return `${color} rg\n`
}

/** '#0b6e4f' as PDF wants it; anything else is drawn in ink. */
function brandPaint(color: string): string {
  if (!/^#[0-9a-f]{6}$/i.test(color)) return ink
  return [1, 3, 5].map((at) => (Number.parseInt(color.slice(at, at + 2), 16) / 255).toFixed(3)).join(' ')
}

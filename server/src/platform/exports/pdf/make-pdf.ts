import PDFDocument from 'pdfkit'
import type { ExportCell, ExportHead, ExportRow } from '../export-table.ts'
import { isDecimal, shownDay, shownMoney, shownNumber } from '../export-text.ts'
import { exportWords } from '../export-words.ts'
import {
  heading,
  heightOf,
  linesOnPage,
  type PdfColumn,
  type PdfLayout,
  paper,
  pdfLayout,
} from './export-pdf-layout.ts'
import { type FittedText, PdfTypeface, type ShapedText, showText, type UsedFonts } from './export-pdf-type.ts'

const ink = '0.10 0.11 0.13'
const quiet = '0.38 0.40 0.44'
const loss = '0.73 0.11 0.11'
const band = '0.94 0.95 0.96'
const hairline = '0.86 0.87 0.89'
const smallType = 8
const maxLines = 12
const titleRoom = 320
const footSize = 7
const maxLabelLines = 3
/** Names of the drawings with the number of pages, and with the note about characters that were not drawn. */
const countName = 'Pages'
const noteName = 'Note'

type Faces = { regular: PdfTypeface; bold: PdfTypeface; figures: PdfTypeface }
type Sheet = {
  head: ExportHead
  layout: PdfLayout
  faces: Faces
  lines: readonly string[]
  labels: readonly FittedText[]
  headHeight: number
}
/** A cell as its lines; a figure is one line. */
type Cell = FittedText & { isLoss?: boolean }
type Row = { cells: readonly Cell[]; height: number }
const empty: Cell = { lines: [], squeeze: 100 }

/**
 * The list on US letter, landscape: brand, title, filters and maker on the first page, the header on each,
 * 'Page X of Y' below. Text too long for its column goes on in further lines, figures are narrowed: nothing is cut but
 * a cell that is longer than a page. Text is drawn as glyphs and nothing in it is read as markup, link or address; nothing is fetched.
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
  const sheet = sheetOf(head, faces, lines)
  // The number of pages is known at the end: each page shows one drawing, which is written last.
  const countFonts: Record<string, object> = {}
  const count = document.ref({
    Type: 'XObject',
    Subtype: 'Form',
    BBox: [0, -2, paper.width, footSize * 2],
    Resources: { Font: countFonts },
  })
  const noteFonts: Record<string, object> = {}
  const note = document.ref({
    Type: 'XObject',
    Subtype: 'Form',
    BBox: [0, -2, paper.width, footSize * 2],
    Resources: { Font: noteFonts },
  })
  let pages = 0
  for await (const { number, rows } of pagesOf(batches, sheet)) {
    pages = number
    document.addPage()
    document.page.xobjects[countName] = count
    document.page.xobjects[noteName] = note
    const used: UsedFonts = new Map()
    document.addContent(`q 1 0 0 -1 0 ${paper.height} cm\n${pageOperators(sheet, number, rows, used)}Q`)
    for (const [id, font] of used) document.page.fonts[id] = font.ref()
    yield* written(document)
  }
  const used: UsedFonts = new Map()
  const drawn = showText(faces.figures.shape(String(pages)), { x: 0, y: 0, size: footSize }, used)
  for (const [id, font] of used) countFonts[id] = font.ref()
  count.end(Buffer.from(drawn))
  const isLacking = Object.values(faces).some((face) => face.isLacking)
  const noted: UsedFonts = new Map()
  const said = faces.regular.shape(isLacking ? exportWords(head).lacking : '')
  const warning = `${paint(loss)}${showText(said, { x: 0, y: 0, size: footSize }, noted)}`
  for (const [id, font] of noted) noteFonts[id] = font.ref()
  note.end(Buffer.from(warning))
  document.end()
  yield* written(document)
}

/** Reads pdfkit's output. It completes a page when the next one starts and has no backpressure. */
function* written(document: PDFKit.PDFDocument): Generator<Uint8Array> {
  for (let piece: unknown = document.read(); piece instanceof Uint8Array; piece = document.read()) yield piece
}

function sheetOf(head: ExportHead, faces: Faces, lines: readonly string[]): Sheet {
  const layout = pdfLayout(head, lines.length)
  const labels = layout.columns.map(({ label, wide }) =>
    faces.bold.fit(label, (wide * 1000) / layout.size, maxLabelLines),
  )
  const headHeight = heightOf(layout, Math.max(...labels.map(({ lines }) => lines.length)))
  return { head, lines, faces, layout, labels, headHeight }
}

/** Rows by page: as many as fit by their heights. */
async function* pagesOf(batches: AsyncIterable<readonly ExportRow[]>, sheet: Sheet) {
  const { layout, headHeight } = sheet
  const roomUnder = (top: number) => top - headHeight - layout.bottom + 0.01
  const shape = rowShaper(sheet)
  let number = 1
  let rows: Row[] = []
  let room = roomUnder(layout.firstTop)
  for await (const batch of batches) {
    for (const cells of batch) {
      const row = shape(cells)
      if (row.height > room && (rows.length > 0 || number === 1)) {
        yield { number, rows }
        number++
        rows = []
        room = roomUnder(layout.nextTop)
      }
      rows.push(row)
      room -= row.height
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

function pageOperators(sheet: Sheet, number: number, rows: readonly Row[], used: UsedFonts): string {
  const { layout, faces, head, headHeight } = sheet
  const top = number === 1 ? layout.firstTop : layout.nextTop
  let operators = number === 1 ? headingOperators(sheet, used) : ''
  operators += tableHead(sheet, top, used) + rules(top - headHeight, rows) + paint(ink)
  let y = top - headHeight - layout.rowHeight * 0.68
  for (const { cells, height } of rows) {
    for (const [at, column] of layout.columns.entries()) operators += drawCell(cells[at], column, y, layout, used)
    y -= height
  }
  const foot = { y: paper.margin, size: footSize }
  const left = faces.regular.shape(`${head.brand.name} · ${head.title}`, (titleRoom * 1000) / foot.size)
  const right = faces.figures.shape(exportWords(head).page(number))
  // Room for the most pages there can be.
  const widest = faces.figures.shape(String(head.totalRows + 1))
  const end = paper.width - paper.margin - (widest.width * foot.size) / 1000
  const x = end - (right.width * foot.size) / 1000
  const count = `q 1 0 0 1 ${end.toFixed(2)} ${foot.y} cm /${countName} Do Q\n`
  const beside = paper.margin + (left.width * foot.size) / 1000 + 12
  const note = `q 1 0 0 1 ${beside.toFixed(2)} ${foot.y} cm /${noteName} Do Q\n`
  return `${operators}${paint(quiet)}${showText(left, { ...foot, x: paper.margin }, used)}${showText(right, { ...foot, x }, used)}${count}${note}`
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

function tableHead({ layout, labels, head, headHeight }: Sheet, top: number, used: UsedFonts): string {
  const { size, rowHeight, lineHeight } = layout
  const width = paper.width - 2 * paper.margin
  const y = top - headHeight
  const box = `${paint(band)}${paper.margin} ${y.toFixed(2)} ${width} ${headHeight.toFixed(2)} re f\n`
  const line = `${paint(brandPaint(head.brand.color))}${paper.margin} ${y.toFixed(2)} ${width} 1 re f\n`
  const drawn = layout.columns.map((column, at) => {
    const { lines, squeeze } = labels[at] ?? empty
    // The last lines stand on one baseline.
    const bottom = y + rowHeight * 0.36
    return lines
      .map((text, up) => {
        const place = {
          x: startOf(column, text, size),
          y: bottom + (lines.length - 1 - up) * lineHeight,
          size,
          squeeze,
        }
        return showText(text, place, used)
      })
      .join('')
  })
  return `${box}${line}${paint(ink)}${drawn.join('')}`
}

function rules(top: number, rows: readonly Row[]): string {
  let operators = `${hairline} RG 0.4 w\n`
  let y = top
  for (const { height } of rows) {
    y -= height
    operators += `${paper.margin} ${y.toFixed(2)} m ${paper.width - paper.margin} ${y.toFixed(2)} l\n`
  }
  return `${operators}S\n`
}

/** Shapes rows: texts in lines, figures on one. */
function rowShaper({ layout, faces, headHeight }: Sheet): (row: ExportRow) => Row {
  const maxCellLines = linesOnPage(layout, headHeight)
  const shapes = layout.columns.map(({ kind, wide }) => {
    const room = (wide * 1000) / layout.size
    return (cell: ExportCell): Cell => {
      if (cell === null || cell === '') return empty
      const text = String(cell)
      const figure = shownFigure(kind, text)
      if (figure === null) return faces.regular.fit(text, room, maxCellLines)
      const shaped = faces.figures.shape(figure)
      const squeeze = Math.min(100, (room / shaped.width) * 100)
      const line = { glyphs: shaped.glyphs, width: (shaped.width * squeeze) / 100 }
      return { lines: [line], squeeze, isLoss: kind === 'money' && text.startsWith('-') }
    }
  })
  return (row) => {
    const cells = shapes.map((shape, at) => shape(row[at] ?? null))
    const most = cells.reduce((lines, cell) => Math.max(lines, cell.lines.length), 1)
    return { cells, height: heightOf(layout, most) }
  }
}

/** Draws a cell with the baseline of its first line at y. */
function drawCell(cell: Cell = empty, column: PdfColumn, y: number, layout: PdfLayout, used: UsedFonts): string {
  const { size, lineHeight } = layout
  const { lines, squeeze, isLoss } = cell
  const operators = lines
    .map((line, at) => showText(line, { x: startOf(column, line, size), y: y - at * lineHeight, size, squeeze }, used))
    .join('')
  return isLoss ? `${paint(loss)}${operators}${paint(ink)}` : operators
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

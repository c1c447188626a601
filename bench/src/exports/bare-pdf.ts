import PDFDocument from 'pdfkit'
import { copyOut } from './copy-out.ts'

/**
 * Reference for a pdf export: pdfkit with a built-in font, each cell drawn at its place, a new page when one is full; no
 * measured widths, no truncation, no heading. Runs as a process of its own: `bare-pdf.ts <database url> <select>`.
 */
const [url = '', select = ''] = process.argv.slice(2)
const document = new PDFDocument({ size: 'LETTER', layout: 'landscape', margin: 24, autoFirstPage: false })
document.resume()
document.font('Helvetica').fontSize(7)
const bottom = 580
const rowHeight = 11
let y = bottom
let left = ''
await copyOut(
  url,
  select,
  (bytes) => {
    const lines = (left + bytes.toString('utf8')).split('\n')
    left = lines.pop() ?? ''
    for (const line of lines) drawRow(line.split('\t'))
  },
  'text',
)
document.end()
await new Promise((resolve) => document.once('end', resolve))
process.disconnect?.()

function drawRow(cells: string[]): void {
  if (y + rowHeight > bottom) {
    document.addPage()
    y = 24
  }
  const width = 744 / cells.length
  for (const [index, cell] of cells.entries())
    if (cell !== '\\N') document.text(cell, 24 + index * width, y, { lineBreak: false })
  y += rowHeight
}

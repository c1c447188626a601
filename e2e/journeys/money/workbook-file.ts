import { strToU8, zipSync } from 'fflate'
import type { ChosenFile } from '../../support/records/policy-files.ts'

/** Cell of a workbook: text, a number, a day (YYYY-MM-DD), or a percentage. */
export type WorkbookCell = string | number | { day: string } | { percent: number }

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** A workbook with one sheet, with days and percentages as Excel stores them: as numbers with a format. */
export function workbookFile(name: string, rows: readonly (readonly WorkbookCell[])[]): ChosenFile {
  const sheet = rows
    .map(
      (row, at) =>
        `<row r="${at + 1}">${row.map((cell, column) => cellOf(cell, `${letter(column)}${at + 1}`)).join('')}</row>`,
    )
    .join('')
  const files = {
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/styles.xml': `<styleSheet xmlns="${main}"><cellXfs count="3"><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="9"/></cellXfs></styleSheet>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetData>${sheet}</sheetData></worksheet>`,
  }
  const packed = Object.entries(files).map(([path, xml]) => [
    path,
    strToU8(`<?xml version="1.0" encoding="UTF-8"?>${xml}`),
  ])
  return {
    name,
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: Buffer.from(zipSync(Object.fromEntries(packed))),
  }
}

const letter = (column: number) => String.fromCharCode(65 + column)

function cellOf(cell: WorkbookCell, reference: string): string {
  if (cell === '') return ''
  if (typeof cell === 'number') return `<c r="${reference}"><v>${cell}</v></c>`
  if (typeof cell === 'string')
    return `<c r="${reference}" t="inlineStr"><is><t>${cell.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</t></is></c>`
  if ('percent' in cell) return `<c r="${reference}" s="2"><v>${cell.percent / 100}</v></c>`
  const serial = (Date.parse(`${cell.day}T00:00:00Z`) - Date.UTC(1899, 11, 30)) / 86_400_000
  return `<c r="${reference}" s="1"><v>${serial}</v></c>`
}

import type { ExportColumn, ExportHead, ExportKind } from '../export-table.ts'
import { cellStyle, columnName, inlineText, xmlText } from './export-sheet.ts'

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packaging = 'http://schemas.openxmlformats.org/package/2006'
const media = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const kindWidths: Record<ExportKind, number> = { text: 20, integer: 10, money: 14, date: 12, percent: 10, moment: 20 }

/** Built-in number formats where there is one (ECMA-376 18.8.30): 3 is #,##0, 4 is #,##0.00, 10 is 0.00%. */
const styles = `${declaration}<styleSheet xmlns="${main}"><numFmts count="2"><numFmt numFmtId="164" formatCode="mm/dd/yyyy"/><numFmt numFmtId="165" formatCode="mm/dd/yyyy hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="7">${cellXfs()}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`

function cellXfs(): string {
  const formats = new Map<number, number>([
    [cellStyle.integer, 3],
    [cellStyle.money, 4],
    [cellStyle.date, 164],
    [cellStyle.percent, 10],
    [cellStyle.moment, 165],
  ])
  return [0, 1, 2, 3, 4, 5, 6]
    .map((place) => {
      const font = place === cellStyle.header ? '1" applyFont="1' : '0'
      return `<xf numFmtId="${formats.get(place) ?? 0}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`
    })
    .join('')
}

/** The small parts of a workbook with `sheets` sheets (ECMA-376): path in the zip and its XML. */
export function workbookParts(head: ExportHead, sheets: number): { path: string; xml: string }[] {
  const numbers = Array.from({ length: sheets }, (_, at) => at + 1)
  const overrides = numbers.map((n) => override(`xl/worksheets/sheet${n}.xml`, `${media}.worksheet+xml`))
  const sheetList = numbers.map((n) => `<sheet name="${sheetName(head.title, n)}" sheetId="${n}" r:id="rId${n}"/>`)
  const targets = numbers.map((n) => relation(n, `${office}/worksheet`, `worksheets/sheet${n}.xml`))
  return [
    {
      path: '[Content_Types].xml',
      xml: `<Types xmlns="${packaging}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${override('xl/workbook.xml', `${media}.sheet.main+xml`)}${override('xl/styles.xml', `${media}.styles+xml`)}${override('docProps/core.xml', 'application/vnd.openxmlformats-package.core-properties+xml')}${overrides.join('')}</Types>`,
    },
    {
      path: '_rels/.rels',
      xml: `<Relationships xmlns="${packaging}/relationships">${relation(1, `${office}/officeDocument`, 'xl/workbook.xml')}${relation(2, `${packaging}/relationships/metadata/core-properties`, 'docProps/core.xml')}</Relationships>`,
    },
    { path: 'docProps/core.xml', xml: coreProperties(head) },
    {
      path: 'xl/workbook.xml',
      xml: `<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${sheetList.join('')}</sheets></workbook>`,
    },
    {
      path: 'xl/_rels/workbook.xml.rels',
      xml: `<Relationships xmlns="${packaging}/relationships">${targets.join('')}${relation(sheets + 1, `${office}/styles`, 'styles.xml')}</Relationships>`,
    },
  ]
    .map(({ path, xml }) => ({ path, xml: declaration + xml }))
    .concat({ path: 'xl/styles.xml', xml: styles })
}

/** A sheet's XML up to its first row of data: the header row, frozen, and the widths of the columns. */
export function sheetStart(columns: readonly ExportColumn[], isFirst: boolean): string {
  const widths = columns.map((column, at) => {
    const width = column.width ?? Math.max(kindWidths[column.kind], column.label.length + 4)
    return `<col min="${at + 1}" max="${at + 1}" width="${Math.min(width, 255)}" customWidth="1"/>`
  })
  const cells = columns.map(
    ({ label }, at) => `<c r="${columnName(at)}1" s="${cellStyle.header}"${inlineText(label)}</c>`,
  )
  return `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView${isFirst ? ' tabSelected="1"' : ''} workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData><row r="1">${cells.join('')}</row>`
}

/** The end of a sheet whose last row has the number `lastRow`. */
export function sheetEnd(columns: readonly ExportColumn[], lastRow: number): string {
  return `</sheetData><autoFilter ref="A1:${columnName(columns.length - 1)}${lastRow}"/></worksheet>`
}

function coreProperties(head: ExportHead): string {
  const made = head.generatedAt.toISOString()
  return `<cp:coreProperties xmlns:cp="${packaging}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><dc:title>${xmlText(head.title)}</dc:title><dc:creator>${xmlText(head.generatedBy)}</dc:creator><dc:description>${xmlText(head.filters.map(({ label, value }) => `${label}: ${value}`).join('; '))}</dc:description><dcterms:created xsi:type="dcterms:W3CDTF">${made}</dcterms:created></cp:coreProperties>`
}

/** Excel allows 31 characters, none of []:*?/\ and no quote at either end; a quote needs no place in a title. */
function sheetName(title: string, number: number): string {
  const ending = number === 1 ? '' : ` ${number}`
  const plain = title
    .replace(/[[\]:*?/\\'"\p{C}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const short =
    plain
      .slice(0, 31 - ending.length)
      .toWellFormed()
      .trim() || 'Export'
  return xmlText(short + ending)
}

function override(path: string, type: string): string {
  return `<Override PartName="/${path}" ContentType="${type}"/>`
}

function relation(id: number, type: string, target: string): string {
  return `<Relationship Id="rId${id}" Type="${type}" Target="${target}"/>`
}

import { knownHeadings } from '@coverdesk/domain/uploads/heading-row.ts'
import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { workbookOrText } from './workbook-or-text.ts'

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** A workbook of sheets with rows of text or XML of cells; the names of hidden sheets and first cells of hidden rows begin with '~'. */
function workbook(sheets: Readonly<Record<string, readonly (readonly string[])[]>>): Uint8Array {
  const entries = Object.entries(sheets)
  const named = entries.map(
    ([name], at) => `<sheet name="${name}" r:id="r${at}" ${name.startsWith('~') ? 'state="hidden"' : ''}/>`,
  )
  const targets = entries.map((_, at) => `<Relationship Id="r${at}" Target="worksheets/s${at}.xml"/>`)
  const cell = (text: string) => (text.startsWith('<c') ? text : `<c t="inlineStr"><is><t>${text}</t></is></c>`)
  const parts = entries.map(([, rows], at) => [
    `xl/worksheets/s${at}.xml`,
    `<worksheet xmlns="${main}"><sheetData>${rows
      .map((row) => `<row${row[0]?.startsWith('~') ? ' hidden="1"' : ''}>${row.map(cell).join('')}</row>`)
      .join('')}</sheetData></worksheet>`,
  ])
  const files: Record<string, string> = {
    ...Object.fromEntries(parts),
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${named.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${targets.join('')}</Relationships>`,
  }
  return zipSync(Object.fromEntries(Object.entries(files).map(([path, xml]) => [path, strToU8(xml)])))
}

type Chosen = Parameters<Parameters<typeof workbookOrText>[2]>[0]

async function textOf(file: Uint8Array, chosen: (sheet: Chosen) => void = () => undefined): Promise<string> {
  async function* chunks() {
    yield file
  }
  let text = ''
  for await (const piece of workbookOrText(chunks(), knownHeadings(['Agent', 'Carrier', 'Start']), chosen))
    text += piece
  return text
}

const cover = [['Contracts of 2026'], ['Prepared by', 'Ana']]
const contracts = [
  ['Agent', 'Carrier', 'Start'],
  ['Ana Boyd', 'Ambetter', '2026-01-01'],
]

test('The sheet with the known headings is read, whatever stands before it, and hidden sheets are not', async () => {
  const chosen: Chosen[] = []
  const text = await textOf(
    workbook({ Cover: cover, '~Old': [...contracts, contracts[1] ?? []], Contracts: contracts }),
    (sheet) => chosen.push(sheet),
  )
  expect(chosen).toEqual([{ sheet: 'Contracts', hiddenRows: 0 }])
  expect(text).toBe('Agent,Carrier,Start\nAna Boyd,Ambetter,2026-01-01\n')
})

test('Rows that a filter hides are read, and counted for the user', async () => {
  const chosen: Chosen[] = []
  const text = await textOf(workbook({ One: [...contracts, ['~Ana Cole', 'Oscar'], ['~']] }), (sheet) =>
    chosen.push(sheet),
  )
  expect(text).toBe('Agent,Carrier,Start\nAna Boyd,Ambetter,2026-01-01\n~Ana Cole,Oscar,\n~,,\n')
  expect(chosen).toEqual([{ sheet: null, hiddenRows: 2 }])
})

test('Of a workbook without known headings, the first visible sheet is read', async () => {
  expect(await textOf(workbook({ '~Old': contracts, One: cover, Two: [['Other']] }))).toBe(
    'Contracts of 2026,\nPrepared by,Ana\n',
  )
})

test('A formula has the value that the workbook computed, also an empty one, and without one is no value of any field', async () => {
  const sum = '<c><f>SUM(A1:A2)</f><v>19.989999999999998</v></c>'
  const empty = '<c t="str"><f>""</f><v></v></c>'
  const broken = '<c t="e"><f>1/0</f><v>#DIV/0!</v></c>'
  const unknown = '<c><f>EOMONTH(C1,0)</f></c>'
  expect(
    await textOf(
      workbook({
        One: [
          ['Agent', 'Carrier', 'Start', 'End'],
          [sum, empty, broken, unknown],
        ],
      }),
    ),
  ).toBe('Agent,Carrier,Start,End\n19.99,,#DIV/0!,#CALC!\n')
})

test('Columns of a wide sheet are read, as those of a CSV file are', async () => {
  const wide = Array.from({ length: 300 }, (_, at) => `H${at}`)
  expect((await textOf(workbook({ One: [['Agent', 'Carrier', ...wide]] }))).trim().split(',')).toHaveLength(302)
})

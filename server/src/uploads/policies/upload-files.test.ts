import { Failure } from '@coverdesk/domain/failure.ts'
import { uploads } from '@coverdesk/domain/uploads/upload-contract.ts'
import iconv from 'iconv-lite'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stagingTables } from '../../platform/imports/import-staging.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { createUploader, csv, headings, policyRows } from './upload-samples.ts'

let agency: TestApp
let admin: Person
let carrier: number

beforeAll(async () => {
  agency = await startTestApp()
  admin = await createUploader(agency)
  carrier = await agency.carrier('Ambetter')
})
afterAll(() => agency.close())

const period = () => ({ carrierId: carrier, month: 11, year: 2026 })
const check = (text: string | Buffer) => admin.call(uploads.check, period(), { text, name: 'policies.csv' })

const table = [
  ['PolicyNumber', 'FirstName', 'LastName', 'Address', 'PlanName', 'TermDate'],
  ['U1', 'Noemí', 'Zaldívar', '12 Main St\nApt 4', 'Silver "87", Vision', '12/31/9999'],
  ['U2', 'Zoë', 'O’Hara €', '', 'Everyday Bronze', ''],
  ['U3', 'Łukasz', 'Żółć', '1 Ocean Dr', '=Plan', '10/31/2026'],
]
type Encoding = (text: string) => Buffer
const encodings: Record<string, Encoding> = {
  'UTF-8': (text) => Buffer.from(text),
  'UTF-8 with mark': (text) => Buffer.from(`\ufeff${text}`),
  'UTF-16LE': (text) => iconv.encode(text, 'utf16le'),
  'UTF-16LE with mark': (text) => iconv.encode(text, 'utf16le', { addBOM: true }),
  'UTF-16BE': (text) => iconv.encode(text, 'utf16be'),
  'UTF-16BE with mark': (text) => iconv.encode(text, 'utf16be', { addBOM: true }),
}
const everyCellQuoted = (rows: readonly (readonly string[])[], newline: string) =>
  rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',') + newline).join('')

async function stagedHash(runId: string): Promise<unknown> {
  const rows = sql.table(stagingTables(runId).rows)
  const { rows: hashes } = await sql<{ hash: string }>`
    select md5(string_agg((to_jsonb(r) - 'line')::text, '|' order by r.line)) as hash, count(*)::int as n from ${rows} r`.execute(
    agency.db,
  )
  return hashes[0]
}

describe('files in real-world formats', () => {
  test('P-54 one table in 24 encodings gives the same rows', async () => {
    const hashes = new Map<string, unknown>()
    for (const [name, encode] of Object.entries(encodings))
      for (const newline of ['\n', '\r\n'])
        for (const write of [csv, everyCellQuoted]) {
          const rows = table.map((row) => row.map((cell) => cell.replaceAll('\n', newline)))
          const run = await check(encode(write(rows, newline)))
          hashes.set(`${name} ${JSON.stringify(newline)} ${write.name}`, await stagedHash(run.id))
        }
    expect(hashes.size).toBe(24)
    expect(new Set([...hashes.values()].map((hash) => JSON.stringify(hash))).size).toBe(1)
  })

  test('P-54 Windows-1252, CR line ends, semicolons, tabs, blank lines and a missing last line break are accepted', async () => {
    const rows = table.slice(0, 3)
    const expected = await stagedHash((await check(csv(rows))).id)
    const variants = [
      iconv.encode(csv(rows), 'win1252'),
      csv(rows).replace('St\nApt', 'St Apt').replaceAll('\n', '\r'),
      csv(rows, '\n\n\n'),
      `\n\n${csv(rows)},,,,,\n`,
      csv(rows).trimEnd(),
      everyCellQuoted(rows, '\n').replaceAll('","', '";"'),
      everyCellQuoted(rows, '\n').replaceAll('","', '"\t"'),
      rows.map((row) => `${row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')},,\n`).join(''),
    ]
    for (const text of variants) expect(await stagedHash((await check(text)).id), String(text)).toEqual(expected)
  })

  const good = csv([headings, ...policyRows(1, 4)])
  const row = (policyRows(9, 9)[0] ?? []).join(',')
  const corpus: [string, string | Buffer, string][] = [
    ['an empty file', '', 'The file is empty'],
    ['only blank lines', '\n\n \n', 'The file is empty'],
    ['headings alone', csv([headings]), 'The file has headings and no rows'],
    ['an open quote', `${good}"U1,Ana,Vance\n${row}\n`, 'Line 6: a quote is opened and never closed'],
    ['text behind a closing quote', `${good}"U1"x,Ana\n`, 'Line 6: a quoted cell goes on behind its closing quote'],
    ['a field of 10 MB', `${good}${'x'.repeat(10_000_000)}\n`, 'Line 6: a row is longer than 1,000,000 characters'],
    ['a NUL', `${good}U\0,Ana\n`, 'Line 6: the text contains a NUL character'],
    [
      '5,000 columns',
      `${Array.from({ length: 5000 }, (_, n) => `c${n}`).join(',')}\n`,
      'Line 1: more than 1000 columns',
    ],
    [
      'UTF-8 with a broken byte',
      Buffer.concat([Buffer.from(`${good}U1,Noemí,`), Buffer.from([0xe9]), Buffer.from('x\n')]),
      'Line 6: the text is broken: not UTF-8',
    ],
    [
      'two encodings in one file',
      Buffer.concat([Buffer.from(good), Buffer.from([0xe9, 0x2c]), Buffer.from('Noemí\n')]),
      'Line 6: the text mixes UTF-8 and Windows-1252',
    ],
  ]
  test.each(corpus)('P-55 %s answers 400 with line and reason, and nothing is stored', async (_, text, message) => {
    const failure = await admin.call(uploads.process, period(), { text, name: 'policies.csv' }).then(
      () => null,
      (error) => error,
    )
    expect(failure).toBeInstanceOf(Failure)
    expect(failure).toMatchObject({ code: 'upload.unreadable', status: 400, message })
    const { rows } = await sql`
      select (select count(*)::int from policies) as policies, (select count(*)::int from import_batches) as batches,
        (select count(*)::int from pg_class where relname ~ '^import_[0-9a-f]{32}' and relkind = 'r'
          and relname not in (select 'import_' || replace(id::text, '-', '') || suffix from import_runs,
            unnest(array['_rows', '_found', '_changes']) suffix where state = 'checked')) as staging`.execute(agency.db)
    expect(rows).toEqual([{ policies: 0, batches: 0, staging: 0 }])
  })

  const refusals = async (text: string, more = {}) =>
    (await admin.call(uploads.check, { ...period(), ...more }, { text, name: 'policies.csv' })).problems.map(
      ({ line, reason, key }) => `${line} ${key}: ${reason}`,
    )

  test('P-55 rows with a cell too many or too few are refused with line and reason, and the others are read', async () => {
    const broken = csv([headings, ['a\r\nb', ...(policyRows(1, 1)[0] ?? []).slice(1)]], '\r\n')
    expect(await refusals(`${broken}\r\nU1,Ana\r\nU8,Boyd, Ana,${row}\r\nU9,Ana`)).toEqual([
      '5 U1: 2 cells instead of 9',
      '6 U8: 12 cells instead of 9',
      '7 U9: 2 cells instead of 9',
    ])
    await expect(
      admin.call(uploads.process, period(), { text: `${good}U1,Ana\n`, name: 'a.csv' }),
    ).rejects.toMatchObject({
      code: 'upload.rows_refused',
      message: '1 of 5 rows are not valid; nothing was loaded',
    })
  })

  test('P-54 empty cells that a spreadsheet left out at the end of a row are empty, unless their column is used or the file was cut off', async () => {
    const text = 'PolicyNumber,FirstName,LastName,PlanName,Region,Remark\nU1,Ana,Vance,Gold\nU2,Bo,Li\nU3,Cy,Day,Gol'
    expect(await refusals(text)).toEqual(['3 U2: 3 cells instead of 6', '4 U3: 4 cells instead of 6'])
  })

  test('P-54 quotes inside a cell are part of it, and ="0012" is the text 0012', async () => {
    const plain = csv([
      ['PolicyNumber', 'FirstName', 'LastName', 'PlanName'],
      ['000123', 'Ana "Annie"', 'Vance', '5" Plan'],
    ])
    const raw = 'PolicyNumber,FirstName,LastName,="PlanName"\n="000123",Ana "Annie","=""Vance""",5" Plan\n'
    expect(await stagedHash((await check(raw)).id)).toEqual(await stagedHash((await check(plain)).id))
  })

  test('UPLOAD-11 a heading that stands twice is a guess to confirm, and the other can be chosen instead', async () => {
    const text = 'PolicyNumber,FirstName,LastName,Premium,Premium\nU1,Ana,Vance,10.00,12.00\n'
    const run = await check(text)
    const mapped = (headings: typeof run.headings) => headings.map(({ field, by }) => `${field} ${by}`).slice(3)
    expect(mapped(run.headings)).toEqual(['MonthlyPremium guess', 'null none'])
    const mapping = JSON.stringify({ Premium: null, 'Premium (2)': 'MonthlyPremium' })
    const chosen = await admin.call(uploads.check, { ...period(), mapping }, { text, name: 'policies.csv' })
    expect(mapped(chosen.headings)).toEqual(['null none', 'MonthlyPremium choice'])
  })

  test('P-53 the file name is never a path and contains no unprintable characters', async () => {
    const names = ['../../etc/passwd.csv', 'C:\\temp\\a\u202egnp.csv', 'a\r\nb.csv']
    const runs = []
    for (const name of names)
      runs.push(
        await admin.call(uploads.check, { ...period(), fileName: name }, { text: csv(table), type: 'text/csv' }),
      )
    expect(runs.map((run) => run.fileName)).toEqual(['passwd.csv', 'agnp.csv', 'ab.csv'])
  })
})

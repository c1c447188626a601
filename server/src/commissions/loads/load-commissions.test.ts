import { randomUUID } from 'node:crypto'
import { commissionLoads } from '@coverdesk/domain/commissions/commission-load-contract.ts'
import { policies } from '@coverdesk/domain/policies/policy-contract.ts'
import { uploads } from '@coverdesk/domain/uploads/upload-contract.ts'
import iconv from 'iconv-lite'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { callAs, type Person, type TestApp } from '../../testing/test-app.ts'
import {
  type CommissionRow,
  carrierWithPolicies,
  checkAs,
  commissionCsv,
  commissionHeadings,
  startCommissionApp,
  type UploadOptions,
  uploadAs,
} from '../../uploads/commissions/commission-samples.ts'
import { csv, refusal } from '../../uploads/policies/upload-samples.ts'

let agency: TestApp
let admin: Person
let carrier: { id: number; name: string }

beforeEach(async () => {
  ;({ agency, admin } = await startCommissionApp())
})
afterEach(() => agency.close())

/** A separate carrier for each test. */
const ownCarrier = async () => {
  carrier = await carrierWithPolicies(agency)
}
const file = (...rows: CommissionRow[]) => commissionCsv(rows, carrier.name)
const load = (text: string | Buffer, more: UploadOptions = {}) => uploadAs(admin, text, more)
const check = (text: string | Buffer, more: UploadOptions = {}) => checkAs(admin, text, more)
const lines = async () =>
  (
    await sql<{ number: string; month: string; amount: string; kind: string; policy: boolean; agent: string | null }>`
      select l.policy_number as number, to_char(l.month, 'MM/YYYY') as month, l.amount::text as amount, l.kind,
        l.policy_id is not null as policy, l.agent_by as agent
      from commission_lines l where l.carrier_id = ${carrier.id} order by l.last_line, l.id`.execute(agency.db)
  ).rows
const yearsOf = async (number: string) => {
  const { id } = await agency.db
    .selectFrom('policies')
    .select('id')
    .where('carrier_id', '=', carrier.id)
    .where('policy_number', '=', number)
    .executeTakeFirstOrThrow()
  return (await admin.call(policies.detail, { id })).commissions
}

describe('a file of commissions', () => {
  test('The insured in two columns is one name, and "Commission" as a type is a known word', async () => {
    await ownCarrier()
    const text = csv([
      ['Carrier', 'Policy Number', 'Insured Last Name', 'Insured First Name', 'Type', 'Month', 'Year', 'Amount'],
      [carrier.name, 'C1', 'Person', 'Ghost', 'Commission', '3', '2026', '22.05'],
      [carrier.name, 'C2', 'Alone', '', 'Base Commission', '3', '2026', '23.05'],
    ])
    const { unknownValues } = await check(text, { mapping: JSON.stringify({ Type: 'Kind' }) })
    expect(unknownValues).toEqual([])
    await load(text, { mapping: JSON.stringify({ Type: 'Kind' }) })
    const { rows } = await sql`
      select insured_name as name, kind from commission_lines where carrier_id = ${carrier.id} order by last_line`.execute(
      agency.db,
    )
    expect(rows).toEqual([
      { name: 'Ghost Person', kind: 'other' },
      { name: 'Alone', kind: 'other' },
    ])
  })

  test('a month written as a date is read as month and year, whatever its column is called', async () => {
    await ownCarrier()
    const text = csv([
      ['Carrier', 'Policy Number', 'Commission Month', 'Amount'],
      [carrier.name, 'C1', '03/01/2026', '22.05'],
      [carrier.name, 'C2', '04/01/2026', '23.05'],
    ])
    const dry = await check(text)
    expect(dry.headings.map(({ heading, field }) => [heading, field])).toContainEqual(['Commission Month', 'Period'])
    await load(text)
    expect((await lines()).map(({ number, month }) => [number, month])).toEqual([
      ['C1', '03/2026'],
      ['C2', '04/2026'],
    ])
  })

  test('P-56 a retry with the id of a loaded statement returns its result, also with a carrier and month of the form', async () => {
    await ownCarrier()
    const text = file({ number: 'C1', amount: '22.05' })
    const scopes = [{}, { carrierId: carrier.id, month: 3, year: 2026 }]
    for (const [at, scope] of scopes.entries()) {
      const runId = randomUUID()
      const sent = at === 0 ? text : file({ number: 'C2', amount: '23.05' })
      const first = await load(sent, { runId, ...scope })
      expect(await load(sent, { runId, ...scope })).toEqual(first)
    }
    expect(await lines()).toHaveLength(2)
  })

  test('a year chosen for the file completes a column of months', async () => {
    await ownCarrier()
    const text = csv([
      ['Carrier', 'Policy Number', 'Month', 'Amount'],
      [carrier.name, 'C1', 'March', '22.05'],
      [carrier.name, 'C2', '4', '23.05'],
    ])
    expect(await refusal(load(text))).toMatchObject({ message: 'Required columns are missing: Year' })
    await load(text, { year: 2026 })
    expect((await lines()).map(({ number, month }) => [number, month])).toEqual([
      ['C1', '03/2026'],
      ['C2', '04/2026'],
    ])
  })

  test('UPLOAD-14 UPLOAD-15 the multipart field file is imported, and the amounts are stored by year and month on their policies', async () => {
    await ownCarrier()
    const text = file(
      { number: 'C1', amount: '$1,022.05' },
      { number: 'C1', month: 4, amount: '(66.15)' },
      { number: 'C2', amount: '0.01' },
    )
    const form = (name: string) =>
      `--x\r\ncontent-disposition: form-data; name="${name}"; filename="march.csv"\r\ncontent-type: text/csv\r\n\r\n${text}\r\n--x--\r\n`
    const send = (name: string) =>
      agency.app.inject({
        method: 'POST',
        url: '/api/FileUpload/upload',
        headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'multipart/form-data; boundary=x' },
        payload: form(name),
      })
    expect((await send('document')).statusCode).toBe(400)
    const answer = await send('file')
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.json()).toMatchObject({
      kind: 'commissions',
      state: 'loaded',
      fileName: 'march.csv',
      counts: { rows: 3, new: 3, changed: 0, unchanged: 0, refused: 0 },
      commissions: { amount: '955.91', before: '0.00', after: '955.91', unmatched: { rows: 0 } },
    })
    const [year] = await yearsOf('C1')
    expect(year).toMatchObject({ year: 2026, total: '955.90' })
    expect(year?.months.slice(0, 5)).toEqual([null, null, '1022.05', '-66.15', null])
    expect((await yearsOf('C2'))[0]?.total).toBe('0.01')
  })

  test('UPLOAD-15 headings match ignoring case, blanks, _ and -, or as statements spell them; unknown columns are named', async () => {
    await ownCarrier()
    const own = csv([
      ['carrier', 'Agent_NPN', 'policy-number', 'Insured name', 'MONTH', 'year', 'members', 'amount', 'Shoe size'],
      [carrier.name.toUpperCase(), '19984127', "'C1", 'Rosa Ledesma', 'March', '26', '2', '22.05', '43'],
    ])
    const centene = csv([
      ['Writing Broker NPN', 'Pay Period', 'Payment Amount', 'Policy Number', 'Plan Name', 'Commission Action'],
      ['19984127', '04/2026', '22.05', 'C2', 'Silver', 'Renewal'],
      ['19984127', '05/15/2026', '-22.05', 'C2', 'Silver', 'Something else'],
    ])
    expect((await load(own)).ignoredColumns).toEqual(['Shoe size'])
    expect((await load(centene, { carrierId: carrier.id })).ignoredColumns).toEqual(['Plan Name'])
    expect((await lines()).map(({ number, month, amount, kind }) => [number, month, amount, kind])).toEqual([
      ['C1', '03/2026', '22.05', 'other'],
      ['C2', '04/2026', '22.05', 'renewal'],
      ['C2', '05/2026', '-22.05', 'other'],
    ])
  })

  test('UPLOAD-15 UPLOAD-16 missing columns return 400 with their names; the form may supply carrier and month', async () => {
    await ownCarrier()
    const bare = csv([
      ['PolicyNumber', 'Amount'],
      ['C1', '22.05'],
    ])
    const failure = await refusal(load(bare))
    expect(failure).toMatchObject({
      status: 400,
      code: 'upload.columns_missing',
      message: 'Required columns are missing: Carrier, Month, Year',
    })
    expect(
      (
        await refusal(
          load(
            csv([
              ['Carrier', 'Month', 'Year'],
              ['x', '1', '2026'],
            ]),
          ),
        )
      ).message,
    ).toBe('Required columns are missing: Policy number, Amount')
    expect(await refusal(load(bare, { carrierId: carrier.id, month: 3 }))).toMatchObject({
      message: 'Required columns are missing: Year',
    })
    expect(await refusal(load(bare, { carrierId: 999_999 }))).toMatchObject({ code: 'carrier.not_found' })
    await load(bare, { carrierId: carrier.id, month: 3, year: 2026 })
    expect(await lines()).toEqual([
      { number: 'C1', month: '03/2026', amount: '22.05', kind: 'other', policy: true, agent: 'policy' },
    ])
  })

  test('characters of a file that no one sees are not part of a number or an amount', async () => {
    await ownCarrier()
    await load(file({ number: '\u200bZW1\u200e', amount: '\u00ad22.05\u2060' }))
    expect(await lines()).toMatchObject([{ number: 'ZW1', amount: '22.05' }])
  })

  test('UPLOAD-16 P-55 bad rows reject the whole file with line, column and reason, unless only the good rows are requested', async () => {
    await ownCarrier()
    const text = file(
      { number: 'C1', amount: '22.05' },
      { number: '', amount: '12.345', month: 13, year: 'x', npn: '19O8', members: 'two' },
      { number: 'C3', amount: '', carrier: 'Nobody Health' },
      { number: 'C4', amount: '22.05', carrier: 'Nobody Health' },
    )
    const failure = await refusal(load(text))
    expect(failure).toMatchObject({
      status: 400,
      code: 'upload.rows_refused',
      message: '3 of 4 rows are not valid; nothing was loaded',
    })
    const problems = [
      [3, 'AgentNPN', '19O8', 'Must be digits only'],
      [3, 'Month', '13', 'Must be a month, 1 to 12 or its name'],
      [3, 'Year', 'x', 'Must be a year'],
      [3, 'Members', 'two', 'Must be a whole number'],
      [3, 'Amount', '12.345', 'Must be an amount such as 1234.50'],
      [4, 'Amount', null, 'Required, empty'],
      [5, 'Carrier', 'Nobody Health', 'Unknown carrier'],
    ]
    const dry = await check(text)
    expect(dry.problems.map(({ line, column, value, reason }) => [line, column, value, reason])).toEqual(problems)
    expect(dry.counts).toMatchObject({ rows: 4, new: 1, refused: 3 })
    expect(await lines()).toEqual([])
    const run = await load(text, { loadGoodRows: true })
    expect(run).toMatchObject({ state: 'loaded', counts: { new: 1, refused: 3 }, commissions: { amount: '22.05' } })
    expect((await admin.call(uploads.refusals, { runId: run.id })).totalRecords).toBe(problems.length)
  })

  test('UPLOAD-15 rows with an unknown policy or agent are stored, counted and named; a missing agent is found by the policy', async () => {
    await ownCarrier()
    const text = file(
      { number: 'C1', amount: '1.00' },
      { number: 'X9', amount: '2.00' },
      { number: 'C2', amount: '3.00', npn: '77777' },
      { number: 'C3', amount: '4.00', npn: '' },
      { number: 'X8', amount: '5.00', npn: '', month: 4 },
    )
    const run = await check(text)
    expect(run.commissions).toMatchObject({
      amount: '15.00',
      unmatched: { rows: 3, policy: 2, npn: 1, agent: 1 },
      months: [
        { carrierName: carrier.name, month: 4, year: 2026, rows: 1, before: '0.00', after: '5.00' },
        { carrierName: carrier.name, month: 3, year: 2026, rows: 4, before: '0.00', after: '10.00' },
      ],
    })
    const unmatched = await admin.call(uploads.checkedRows, { runId: run.id, outcome: 'unmatched' })
    expect(unmatched.data.map(({ line, key, label, reason }) => [line, key, label, reason])).toEqual([
      [3, 'X9', 'Rosa Ledesma, 03/2026', 'No policy with this number'],
      [4, 'C2', 'Rosa Ledesma, 03/2026', 'No agent has NPN 77777'],
      [6, 'X8', 'Rosa Ledesma, 04/2026', 'No policy with this number; No agent named'],
    ])
    await load(text)
    expect((await lines()).map(({ number, policy, agent }) => [number, policy, agent])).toEqual([
      ['C1', true, 'file'],
      ['X9', false, 'file'],
      ['C2', true, null],
      ['C3', true, 'policy'],
      ['X8', false, null],
    ])
  })

  test('UPLOAD-15 total rows are skipped and counted', async () => {
    await ownCarrier()
    const run = await load(
      `${file({ number: 'C1', amount: '1.00' }, { number: 'C2', amount: '2.00' })}Grand Total,,,,,,2,3.00\n,,Total,,,,,3.00\n`,
    )
    expect(run).toMatchObject({
      rowsRead: 2,
      counts: { rows: 2, new: 2, refused: 0 },
      commissions: { amount: '3.00', totals: 2 },
    })
  })

  test('UPLOAD-15 lines that a file repeats are named by their numbers, and a total row that states another amount is named with the sum', async () => {
    await ownCarrier()
    const repeated = { number: 'C1', amount: '1.00' }
    const run = await load(`${file(repeated, { number: 'C2', amount: '2.00' }, repeated)}Total,,,,,,3,5.00\n`)
    expect(run.commissions).toMatchObject({
      amount: '4.00',
      repeats: [{ lines: [2, 4], policyNumber: 'C1', amount: '1.00' }],
      repeatCount: 1,
      totalDifferences: [{ line: 5, label: 'Total', stated: '5.00', sum: '4.00' }],
    })
  })

  test('payments of two members of a policy are no repeats; those of one member are', async () => {
    await ownCarrier()
    const rows = ['M1', 'M2', 'm-1'].map((member) => [carrier.name, 'C1', member, '3', '2026', '1.00'])
    const { commissions } = await check(
      csv([['Carrier', 'PolicyNumber', 'Member Number', 'Month', 'Year', 'Amount'], ...rows]),
    )
    expect(commissions?.repeats?.map(({ lines }) => lines)).toEqual([[2, 4]])
  })

  test('lines whose type says chargeback without a minus, in a file whose other amounts have one, are named with their sum', async () => {
    await ownCarrier()
    const rows = [
      ['C1', 'Renewal', '10.00'],
      ['C2', 'Chargeback', '20.00'],
      ['C3', 'Chargeback', '5.00'],
      ['C4', 'Chargeback', '-1.00'],
    ]
    const statement = (lines: string[][]) =>
      csv([
        ['Carrier', 'PolicyNumber', 'Commission Type', 'Month', 'Year', 'Amount'],
        ...lines.map(([number = '', type = '', amount = '']) => [carrier.name, number, type, '3', '2026', amount]),
      ])
    const { commissions } = await check(statement(rows))
    expect(commissions).toMatchObject({
      amount: '34.00',
      unsignedChargebacks: { count: 2, amount: '25.00', lines: [3, 4] },
    })
    // Without any minus in the file the type gives the sign, so there is nothing to ask.
    const unsigned = await check(statement(rows.slice(0, 3)))
    expect(unsigned.commissions).toMatchObject({ amount: '-15.00' })
    expect(unsigned.commissions?.unsignedChargebacks).toBeUndefined()
  })

  test('UPLOAD-13 UPLOAD-16 only .csv files are accepted, only from an administrator with the claim', async () => {
    await ownCarrier()
    const text = file({ number: 'C1', amount: '1.00' })
    for (const [name, sent] of [
      ['a.xlsx', text],
      ['a.pdf', text],
      ['a.csv', '%PDF-1.7'],
    ] as const)
      expect(await refusal(uploadAs(admin, sent, {}, name))).toMatchObject({ code: 'upload.not_csv' })
    const agent = await agency.person({ roles: ['agent'], claims: ['admin.UploadFile'] })
    const reader = await agency.person({ roles: ['administrator'], claims: ['view.UploadFile'] })
    for (const person of [agent, reader]) expect((await refusal(uploadAs(person, text))).code).toBe('right.missing')
    expect((await refusal(callAs(agency.app, null, commissionLoads.upload, {}, { text, name: 'a.csv' }))).code).toBe(
      'session.required',
    )
    expect(await lines()).toEqual([])
  })

  test('P-54 one table in 12 encodings imports as the same commissions', async () => {
    await ownCarrier()
    const text = file(
      { number: 'C1', amount: '22.05', name: 'Noemí Zaldívar' },
      { number: 'C2', amount: '-0.01', name: 'O’Hara, "Zoë"' },
    )
    const answers = new Set<string>()
    for (const newline of ['\n', '\r\n'])
      for (const encoding of ['utf8', 'utf16le', 'utf16be'] as const)
        for (const addBOM of [false, true]) {
          const run = await check(iconv.encode(text.replaceAll('\n', newline), encoding, { addBOM }))
          const { data } = await admin.call(uploads.checkedRows, { runId: run.id, outcome: 'new' })
          answers.add(JSON.stringify([run.counts, run.commissions, data]))
        }
    expect(answers.size).toBe(1)
    expect([...answers][0]).toContain('Noemí Zaldívar, 03/2026')
  })

  test.each([
    ['an empty file', ''],
    ['headings alone', csv([commissionHeadings])],
    ['a row with a cell too many', `${csv([commissionHeadings])}a,b,c,d,e,f,g,h,i\n`, 'upload.rows_refused'],
    ['an open quote', `${csv([commissionHeadings])}"a,b\n`],
    ['a NUL', `${csv([commissionHeadings])}a\0,b\n`],
    [
      'a doubled heading',
      csv([
        [...commissionHeadings, 'amount'],
        ['', '', '', '', '', '', '', '', ''],
      ]),
      'upload.columns_missing',
    ],
  ])('P-55 %s answers 400 and nothing is stored', async (_, text, code = 'upload.unreadable') => {
    await ownCarrier()
    expect(await refusal(load(text))).toMatchObject({ status: 400, code })
    expect(await lines()).toEqual([])
  })

  test('A carrier’s custom headings are chosen once and stored for its commissions, separately from its policies', async () => {
    await ownCarrier()
    const text = (amount: string) =>
      csv([
        ['Vertrag', 'Geld', 'Pay Period'],
        ['C1', amount, '03/2026'],
      ])
    const more = { carrierId: carrier.id }
    expect((await refusal(load(text('1.00'), more))).code).toBe('upload.columns_missing')
    await load(text('1.00'), { ...more, mapping: JSON.stringify({ Vertrag: 'PolicyNumber', Geld: 'Amount' }) })
    expect(await load(text('2.00'), more)).toMatchObject({ state: 'loaded', counts: { new: 1 } })
    const profile = await admin.call(uploads.profile, { carrierId: carrier.id, kind: 'commissions' })
    expect(profile).toMatchObject({
      kind: 'commissions',
      version: 1,
      profile: { headings: { PolicyNumber: ['Vertrag'], Amount: ['Geld'] } },
    })
    expect(await admin.call(uploads.profile, { carrierId: carrier.id })).toMatchObject({ kind: 'policies', version: 0 })
  })
})

import { policies } from '@coverdesk/domain/policies/policy-contract.ts'
import { uploads } from '@coverdesk/domain/uploads/upload-contract.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callAs, type Person, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { createUploader, csv, headings, policyRows, refusal } from './upload-samples.ts'

let agency: TestApp
let admin: Person
let carrier: number
let carriers = 0

beforeAll(async () => {
  agency = await startTestApp()
  admin = await createUploader(agency)
  await agency.person({ roles: ['agent'], npn: '19984127' })
  await agency.person({ roles: ['agent'], npn: '20417733' })
})
afterAll(() => agency.close())

/** Each test gets its own carrier, so its policies are separate. */
async function ownCarrier(): Promise<number> {
  carrier = await agency.carrier(`Carrier ${++carriers}`)
  return carrier
}
const period = (month = 11) => ({ carrierId: carrier, month, year: 2026 })
const named = (text: string | Buffer, name = 'policies.csv') => ({ text, name })
const process = (text: string, month = 11, more: { loadGoodRows?: boolean; mapping?: string } = {}) =>
  admin.call(uploads.process, { ...period(month), ...more }, named(text))
const check = (text: string, more: { profile?: string; mapping?: string } = {}) =>
  admin.call(uploads.check, { ...period(), ...more }, named(text))
const count = async () =>
  (await sql<{ n: number }>`select count(*) as n from policies where carrier_id = ${carrier}`.execute(agency.db))
    .rows[0]?.n

describe('uploading a policy file', () => {
  test('UPLOAD-07 UPLOAD-11 the policies of a raw file appear in the list, typed and normalized', async () => {
    await ownCarrier()
    const run = await process(
      csv([
        [...headings, 'Phone', 'Shoe Size'],
        ...policyRows(1, 3).map((row, n) => [...row, `(305) 555-010${n}`, '42']),
      ]),
    )
    expect(run).toMatchObject({ state: 'loaded', rowsRead: 3, ignoredColumns: ['Shoe Size'], fileName: 'policies.csv' })
    expect(run.counts).toEqual({ rows: 3, new: 3, changed: 0, unchanged: 0, missing: 0, refused: 0 })
    const page = await admin.call(policies.list, { carrier })
    expect(page.totalRecords).toBe(3)
    expect(page.data.map((row) => row.phone).sort()).toEqual(['3055550100', '3055550101', '3055550102'])
    const detail = await admin.call(policies.detail, { id: page.data[0]?.id ?? 0 })
    expect(detail).toMatchObject({
      status: 'Active',
      termDate: null,
      effectiveDate: '2026-01-01',
      agentNpn: '19984127',
      lastSeenFile: 'policies.csv',
    })
    expect(detail.agentName).toMatch(/^Pat Example/)
  })

  test('UPLOAD-08 a multipart upload gives the same result, with the period as form fields', async () => {
    await ownCarrier()
    const form = new FormData()
    for (const [name, value] of Object.entries(period())) form.append(name, String(value))
    form.append(
      'file',
      new File([csv([headings, ...policyRows(1, 2)])], '../../etc/policies.csv', { type: 'text/csv' }),
    )
    const request = new Request('http://localhost', { method: 'POST', body: form })
    const answer = await agency.app.inject({
      method: 'POST',
      url: '/api/UploadPolicies/UploadPolicyCSV',
      headers: { authorization: `Bearer ${admin.token}`, 'content-type': request.headers.get('content-type') ?? '' },
      payload: Buffer.from(await request.arrayBuffer()),
    })
    expect(answer.json()).toMatchObject({ state: 'loaded', fileName: 'policies.csv', counts: { new: 2 } })
  })

  test('UPLOAD-02 UPLOAD-09 each carrier shows its latest month ever; a carrier without an upload shows none', async () => {
    await ownCarrier()
    const last = async () => (await admin.call(uploads.carriers, {})).find((entry) => entry.carrierId === carrier)
    expect(await last()).toMatchObject({ month: null, year: null })
    await process(csv([headings, ...policyRows(1, 2)]), 11)
    await process(csv([headings, ...policyRows(1, 2)]), 9)
    expect(await last()).toMatchObject({ month: 11, year: 2026 })
  })

  test.each([
    ['book.xlsx', 'text/csv', 'a,b\n', ''],
    ['policies.csv', 'application/json', '{}', ''],
    ['', 'application/json', '{}', ''],
    [
      'policies.csv',
      'text/csv',
      'PK\u0003\u0004 a zip file with another name',
      '. This is an Excel workbook or an archive',
    ],
    ['policies.csv', 'text/csv', '%PDF-1.7', '. This is a PDF. Ask the carrier for the same file as CSV or Excel'],
    ['policies.csv', 'text/csv', '<!DOCTYPE html><title>Sign in</title>', '. This is a web page'],
  ])('UPLOAD-04 UPLOAD-12 %s as %s is refused', async (name, type, text, kind) => {
    await ownCarrier()
    const failure = await refusal(admin.call(uploads.process, period(), { text, name, type }))
    expect(failure).toMatchObject({
      code: 'upload.not_csv',
      message: expect.stringContaining(`Only a .csv file is accepted${kind}`),
    })
  })

  test('UPLOAD-06 UPLOAD-12 a missing or invalid carrier, month or year answers 400 and names the field', async () => {
    await ownCarrier()
    for (const name of ['carrierId', 'month', 'year']) {
      const query = new URLSearchParams({ carrierId: String(carrier), month: '11', year: '2026', fileName: 'a.csv' })
      for (const wrong of [null, 'x', '0', '-1', '1e99']) {
        if (wrong === null) query.delete(name)
        else query.set(name, wrong)
        const answer = await agency.app.inject({
          method: 'POST',
          url: `/api/UploadPolicies/UploadPolicyCSV?${query}`,
          headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'text/csv' },
          payload: csv([headings]),
        })
        expect(answer.statusCode).toBe(400)
        expect(answer.body).toContain(name)
      }
    }
    expect(await refusal(admin.call(uploads.process, { ...period(), carrierId: 999_999 }, named('a')))).toMatchObject({
      code: 'carrier.not_found',
    })
  })

  test('UPLOAD-07 only an administrator with the claim can upload', async () => {
    await ownCarrier()
    const agent = await agency.person({ roles: ['agent'], claims: ['admin.UploadFile'] })
    const reader = await agency.person({ roles: ['administrator'], claims: ['view.UploadFile'] })
    const file = named(csv([headings, ...policyRows(1, 1)]))
    for (const person of [agent, reader])
      expect(await refusal(person.call(uploads.process, period(), file))).toMatchObject({ code: 'right.missing' })
    expect(await refusal(callAs(agency.app, null, uploads.process, period(), file))).toMatchObject({
      code: 'session.required',
    })
    expect(await count()).toBe(0)
  })

  test('UPLOAD-10 UPLOAD-11 one invalid row rejects the whole file and names line, column, value and reason', async () => {
    await ownCarrier()
    const rows = policyRows(1, 20)
    rows[2] = ['', 'Ana', 'Vance', '02/30/1981', '1998O4127', '13/01/2026', '', '1.284,50', 'two']
    rows[7] = [...(rows[4] ?? [])]
    const text = csv([headings, ...rows])
    const failure = await refusal(process(text))
    expect(failure.code).toBe('upload.rows_refused')
    expect(failure.message).toBe('2 of 20 rows are not valid; nothing was loaded')
    expect(await count()).toBe(0)

    const run = await check(text)
    expect(run.problems.map(({ line, column, value, reason, key }) => [line, column, value, reason, key])).toEqual([
      [4, 'PolicyNumber', null, 'Required, empty', null],
      [4, 'DOB', '02/30/1981', 'Must be valid date', null],
      [4, 'AgentNPN', '1998O4127', 'Must be digits only', null],
      [4, 'EffectiveDate', '13/01/2026', 'Must be valid date', null],
      [4, 'MonthlyPremium', '1.284,50', 'Must be an amount such as 1234.50', null],
      [4, 'NumberOfMembers', 'two', 'Must be a whole number', null],
      [9, 'PolicyNumber', 'U10005', 'Also on line 6', 'U10005'],
    ])
    expect(run).toMatchObject({ state: 'checked', counts: { rows: 20, new: 18, refused: 2 } })
    expect(await count()).toBe(0)

    const page = await admin.call(uploads.refusals, { runId: run.id, pageSize: 10 })
    expect(page).toMatchObject({ totalRecords: 7 })
    const download = await agency.app.inject({
      url: `/api/UploadPolicies/runs/${run.id}/refusals`,
      headers: { authorization: `Bearer ${admin.token}`, accept: 'text/csv' },
    })
    expect(
      download.body
        .replace(/^\ufeff/, '')
        .trim()
        .split(/\r?\n/),
    ).toHaveLength(8)

    const loaded = await process(text, 11, { loadGoodRows: true })
    expect(loaded.counts).toMatchObject({ new: 18, refused: 2 })
    expect(await count()).toBe(18)
    const batch = await admin.call(uploads.batchRefusals, { batchId: loaded.batchId ?? 0 })
    expect(batch.totalRecords).toBe(7)
  })

  test('a bad phone, email or ZIP code loads the policy without it, says so, and leaves a stored value as it is', async () => {
    await ownCarrier()
    const contact = (number: string, phone: string, email: string, zip: string) => [
      number,
      'Ana',
      'Vance',
      phone,
      email,
      zip,
    ]
    const names = ['PolicyNumber', 'FirstName', 'LastName', 'Phone', 'Email', 'ZipCode']
    await process(csv([names, contact('U1', '(305) 555-0142', 'ana@example.com', '33165')]), 9)
    const text = csv([
      names,
      contact('U1', '555-12', 'ana at example', 'Miami'),
      contact('U2', 'see notes', 'n/a', '33139'),
      contact('U3', 'see notes', 'eve@example.com', ''),
    ])
    const run = await check(text)
    expect(run).toMatchObject({ counts: { rows: 3, new: 2, changed: 0, unchanged: 1, refused: 0 }, problems: [] })
    expect(run.leftOut.map(({ field, value, rows }) => [field, value, rows])).toEqual([
      ['Phone', '555-12', 1],
      ['Phone', 'see notes', 2],
      ['Email', 'ana at example', 1],
      ['ZipCode', 'Miami', 1],
    ])
    await process(text, 10)
    const { rows } = await sql`
      select policy_number, phone, email, zip_code from policies where carrier_id = ${carrier} order by 1`.execute(
      agency.db,
    )
    expect(rows).toEqual([
      { policy_number: 'U1', phone: '3055550142', email: 'ana@example.com', zip_code: '33165' },
      { policy_number: 'U2', phone: null, email: null, zip_code: '33139' },
      { policy_number: 'U3', phone: null, email: 'eve@example.com', zip_code: null },
    ])
  })

  test('of a number that a book has for two years or agents, the row in force in its month is the policy, and no row is refused', async () => {
    await ownCarrier()
    const names = [
      'PolicyNumber',
      'FirstName',
      'LastName',
      'BrokerEffectiveDate',
      'EffectiveDate',
      'TermDate',
      'PolicyStatus',
    ]
    const row = (number: string, name: string, ...dates: string[]) => [number, name, 'Vance', ...dates]
    const book = csv([
      names,
      row('U1', 'Ana', '', '01/01/2025', '12/31/2025', 'Terminated'),
      row('U1', 'Ana', '', '01/01/2026', '12/31/9999', 'Active'),
      row('U2', 'Ben', '', '01/01/2026', '12/31/2026', 'Active'),
      row('U2', 'Ben', '', '01/01/2027', '12/31/9999', 'Active'),
      row('U3', 'Cal', '', '03/01/2026', '12/31/9999', 'Cancelled'),
      row('U3', 'Cal', '', '02/01/2026', '12/31/9999', 'Active'),
      row('U4', 'Dan', '01/01/2026', '01/01/2026', '12/31/9999', 'Active'),
      row('U4', 'Dan', '11/01/2026', '01/01/2026', '12/31/9999', 'Active'),
    ])
    const run = await check(book)
    expect(run).toMatchObject({ problems: [], counts: { rows: 4, new: 4, refused: 0 }, book: { otherVersions: 4 } })
    await process(book, 11)
    const { rows } = await sql<{ policy: string }>`
      select concat_ws(' ', policy_number, coalesce(broker_effective_date, effective_date), status) as policy
      from policies where carrier_id = ${carrier} order by 1`.execute(agency.db)
    expect(rows.map(({ policy }) => policy)).toEqual([
      'U1 2026-01-01 Active',
      'U2 2026-01-01 Active',
      'U3 2026-02-01 Active',
      'U4 2026-11-01 Active',
    ])
    const refused = await check(
      csv([names, row('U1', 'Ana', '', '01/01/2025', '', ''), row('U1', 'Eve', '', '01/01/2026', '', '')]),
    )
    expect(refused.problems.map(({ line, key }) => [line, key])).toEqual([[3, 'U1']])
  })

  test('of a number whose present row is refused, the ended row of another year is refused, too, and does not end the policy', async () => {
    await ownCarrier()
    const names = ['PolicyNumber', 'FirstName', 'LastName', 'EffectiveDate', 'TermDate', 'MonthlyPremium']
    const row = (number: string, ...rest: string[]) => [number, 'Ana', 'Vance', ...rest]
    await process(csv([names, row('U1', '01/01/2026', '', '10.00'), row('U2', '01/01/2026', '', '10.00')]), 10)
    const run = await process(
      csv([
        names,
        row('U1', '01/01/2025', '12/31/2025', '9.00'),
        row('U1', '01/01/2026', '', 'ten'),
        row('U2', '01/01/2026', '', '11.00'),
        row('U2', '01/01/2025', '12/31/2025', 'nine'),
        row('U3', '01/01/2025', '12/31/2025', '9.00'),
      ]),
      11,
      { loadGoodRows: true },
    )
    expect(run.counts).toEqual({ rows: 5, new: 1, changed: 1, unchanged: 0, missing: 0, refused: 3 })
    expect(run.problems.map(({ line, reason, key }) => [line, reason, key])).toEqual([
      [2, 'Not in force in this month, and another row of the number is refused, which may be the present one', 'U1'],
      [3, 'Must be an amount such as 1234.50', 'U1'],
      [5, 'Must be an amount such as 1234.50', 'U2'],
    ])
    const { rows } = await sql<{ policy: string }>`
      select concat_ws(' ', policy_number, status, monthly_premium) as policy from policies where carrier_id = ${carrier}
      order by 1`.execute(agency.db)
    expect(rows.map(({ policy }) => policy)).toEqual(['U1 Active 10.00', 'U2 Active 11.00', 'U3 Terminated 9.00'])
  })

  test('a negative premium is refused, and a repeated number says whether its rows differ', async () => {
    await ownCarrier()
    const rows = policyRows(1, 4)
    rows[1] = policyRows(2, 2, { premium: '(12.00)' })[0] ?? []
    rows.push([...(rows[0] ?? [])], policyRows(3, 3, { premium: '99.00' })[0] ?? [])
    const run = await check(csv([headings, ...rows]))
    expect(run.problems.map(({ line, column, reason }) => [line, column, reason])).toEqual([
      [3, 'MonthlyPremium', 'Must not be negative'],
      [6, 'PolicyNumber', 'Also on line 2'],
      [
        7,
        'PolicyNumber',
        'Also on line 4, with other values. If the file has a row for each member, match the column that names the subscriber with Relationship',
      ],
    ])
  })

  test('UPLOAD-11 missing required columns answer 400 with their names; a dry run shows the headings to map', async () => {
    await ownCarrier()
    const text = csv([
      ['Ref', 'FirstName', 'Alias'],
      ['U1', 'Ana', 'Vance'],
    ])
    const failure = await refusal(process(text))
    expect(failure).toMatchObject({
      code: 'upload.columns_missing',
      message: 'Required columns are missing: Policy number, Last name',
    })
    const run = await check(text)
    expect(run).toMatchObject({ state: 'refused', message: 'Required columns are missing: Policy number, Last name' })
    expect(run.headings.map((use) => use.sample)).toEqual(['U1', 'Ana', 'Vance'])
    const mapping = JSON.stringify({ Ref: 'PolicyNumber', Alias: 'LastName' })
    expect(await check(text, { mapping })).toMatchObject({ state: 'checked', counts: { new: 1 } })
    expect(await process(text, 11, { mapping })).toMatchObject({ state: 'loaded' })
    const profile = await admin.call(uploads.profile, { carrierId: carrier })
    expect(profile).toMatchObject({ version: 1, profile: { headings: { PolicyNumber: ['Ref'], LastName: ['Alias'] } } })
    expect(
      await process(
        csv([
          ['ref', 'first_name', 'alias'],
          ['U1', 'Ana', 'Vance'],
        ]),
        12,
      ),
    ).toMatchObject({ counts: { unchanged: 1 } })
  })

  test('UPLOAD-11 a guessed mapping is shown in the dry run and used only after a user confirms it', async () => {
    await ownCarrier()
    const text = csv([
      ['PolicyNumber', 'FirstName', 'LastName', 'Mbr Phone'],
      ['U1', 'Ana', 'Vance', '305-555-0142'],
    ])
    expect((await check(text)).headings[3]).toEqual({
      heading: 'Mbr Phone',
      field: 'Phone',
      by: 'guess',
      sample: '305-555-0142',
    })
    expect(await process(text)).toMatchObject({ ignoredColumns: ['Mbr Phone'] })
    expect(await process(text, 12, { mapping: JSON.stringify({ 'Mbr Phone': 'Phone' }) })).toMatchObject({
      counts: { changed: 1 },
    })
    expect((await admin.call(policies.list, { carrier })).data[0]?.phone).toBe('3055550142')
  })

  test('P-49 a file whose declared size is too large is refused before its first byte is stored', async () => {
    await ownCarrier()
    const answer = await agency.app.inject({
      method: 'POST',
      url: `/api/UploadPolicies/UploadPolicyCSV?carrierId=${carrier}&month=1&year=2026&fileName=a.csv`,
      headers: {
        authorization: `Bearer ${admin.token}`,
        'content-type': 'text/csv',
        'content-length': String(10 * 1024 ** 3),
      },
      payload: 'a',
    })
    expect(answer.statusCode).toBe(413)
  })
})

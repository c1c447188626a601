import { Failure, fail } from '@coverdesk/domain/failures.ts'
import { policies } from '@coverdesk/domain/policies/policy-contract.ts'
import { knownProfiles } from '@coverdesk/domain/uploads/known-profiles.ts'
import { uploads } from '@coverdesk/domain/uploads/upload-contract.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Agency, callAs, openAgency, type Person } from '../platform/test-agency.ts'
import { csv, headings, loader, policyRows } from './upload-samples.ts'

let agency: Agency
let admin: Person
let carrier: number
let carriers = 0

beforeAll(async () => {
  agency = await openAgency()
  admin = await loader(agency)
  await agency.person({ roles: ['agent'], npn: '19984127' })
  await agency.person({ roles: ['agent'], npn: '20417733' })
})
afterAll(() => agency.close())

/** Each test has a carrier of its own, and so a book of its own. */
async function ownCarrier(): Promise<number> {
  carrier = await agency.carrier(`Carrier ${++carriers}`)
  return carrier
}
const period = (month = 11) => ({ carrierId: carrier, month, year: 2026 })
const named = (text: string | Buffer, name = 'book.csv') => ({ text, name })
const process = (text: string, month = 11, more: { loadGoodRows?: boolean; mapping?: string } = {}) =>
  admin.call(uploads.process, { ...period(month), ...more }, named(text))
const check = (text: string, more: { profile?: string; mapping?: string } = {}) =>
  admin.call(uploads.check, { ...period(), ...more }, named(text))
const count = async () =>
  (await sql<{ n: number }>`select count(*) as n from policies where carrier_id = ${carrier}`.execute(agency.db))
    .rows[0]?.n

/** The failure that a call ends with. */
async function refusal(call: Promise<unknown>): Promise<Failure> {
  const outcome = await call.then(
    () => null,
    (error) => error,
  )
  if (outcome instanceof Failure) return outcome
  throw outcome ?? new Error('The call was not refused')
}

/** All rows of all tables that a load writes. */
async function bookState(): Promise<unknown> {
  const tables = ['policies', 'policy_changes', 'policy_agents', 'policy_marks', 'policy_month_totals']
  const parts = tables.map(
    (table) => sql`(select jsonb_agg(to_jsonb(t) order by to_jsonb(t)::text) from ${sql.table(table)} t)`,
  )
  return (await sql`select jsonb_build_array(${sql.join(parts)}) as all`.execute(agency.db)).rows
}

describe('loading a policy file', () => {
  test('UPLOAD-07 UPLOAD-11 the policies of a raw file stand in the list, typed and normalised', async () => {
    await ownCarrier()
    const run = await process(
      csv([
        [...headings, 'Phone', 'Shoe Size'],
        ...policyRows(1, 3).map((row, n) => [...row, `(305) 555-010${n}`, '42']),
      ]),
    )
    expect(run).toMatchObject({ state: 'loaded', rowsRead: 3, ignoredColumns: ['Shoe Size'], fileName: 'book.csv' })
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
      lastSeenFile: 'book.csv',
    })
    expect(detail.agentName).toMatch(/^Pat Example/)
  })

  test('UPLOAD-08 the same as multipart, with the period as form fields', async () => {
    await ownCarrier()
    const form = new FormData()
    for (const [name, value] of Object.entries(period())) form.append(name, String(value))
    form.append('file', new File([csv([headings, ...policyRows(1, 2)])], '../../etc/book.csv', { type: 'text/csv' }))
    const request = new Request('http://localhost', { method: 'POST', body: form })
    const answer = await agency.app.inject({
      method: 'POST',
      url: '/api/UploadPolicies/UploadPolicyCSV',
      headers: { authorization: `Bearer ${admin.token}`, 'content-type': request.headers.get('content-type') ?? '' },
      payload: Buffer.from(await request.arrayBuffer()),
    })
    expect(answer.json()).toMatchObject({ state: 'loaded', fileName: 'book.csv', counts: { new: 2 } })
  })

  test('UPLOAD-02 UPLOAD-09 each carrier tells its latest month ever; one without a load tells none', async () => {
    await ownCarrier()
    const last = async () => (await admin.call(uploads.carriers, {})).find((entry) => entry.carrierId === carrier)
    expect(await last()).toMatchObject({ month: null, year: null })
    await process(csv([headings, ...policyRows(1, 2)]), 11)
    await process(csv([headings, ...policyRows(1, 2)]), 9)
    expect(await last()).toMatchObject({ month: 11, year: 2026 })
  })

  test.each([
    ['book.xlsx', 'text/csv', 'a,b\n'],
    ['book.csv', 'application/json', '{}'],
    ['', 'application/json', '{}'],
    ['book.csv', 'text/csv', 'PK\u0003\u0004 a zip file with another name'],
    ['book.csv', 'text/csv', '%PDF-1.7'],
  ])('UPLOAD-04 UPLOAD-12 %s as %s is refused', async (name, type, text) => {
    await ownCarrier()
    const failure = await refusal(admin.call(uploads.process, period(), { text, name, type }))
    expect(failure).toMatchObject({ code: 'upload.not_csv', message: 'Only a .csv file is accepted' })
  })

  test('UPLOAD-06 UPLOAD-12 without carrier, month or year, or with nonsense in them, it answers 400 and names the field', async () => {
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

  test('UPLOAD-07 only an administrator with the claim may load', async () => {
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

  test('UPLOAD-10 UPLOAD-11 one bad row keeps the whole file off the book and names line, column, value and reason', async () => {
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
      [4, 'MonthlyPremium', '1.284,50', 'Must be an amount', null],
      [4, 'NumberOfMembers', 'two', 'Must be a whole number', null],
      [9, 'PolicyNumber', 'U10005', 'Stands on line 6 too', 'U10005'],
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

  test('UPLOAD-11 missing required columns answer 400 with their names; a dry run shows the headings to map', async () => {
    await ownCarrier()
    const text = csv([
      ['Pol', 'FirstName', 'Alias'],
      ['U1', 'Ana', 'Vance'],
    ])
    const failure = await refusal(process(text))
    expect(failure).toMatchObject({
      code: 'upload.columns_missing',
      message: 'Required columns are missing: PolicyNumber, LastName',
    })
    const run = await check(text)
    expect(run).toMatchObject({ state: 'refused', message: 'Required columns are missing: PolicyNumber, LastName' })
    expect(run.headings.map((use) => use.sample)).toEqual(['U1', 'Ana', 'Vance'])
    const mapping = JSON.stringify({ Pol: 'PolicyNumber', Alias: 'LastName' })
    expect(await check(text, { mapping })).toMatchObject({ state: 'checked', counts: { new: 1 } })
    expect(await process(text, 11, { mapping })).toMatchObject({ state: 'loaded' })
    const profile = await admin.call(uploads.profile, { carrierId: carrier })
    expect(profile).toMatchObject({ version: 1, profile: { headings: { PolicyNumber: ['Pol'], LastName: ['Alias'] } } })
    expect(
      await process(
        csv([
          ['pol', 'first_name', 'alias'],
          ['U1', 'Ana', 'Vance'],
        ]),
        12,
      ),
    ).toMatchObject({ counts: { unchanged: 1 } })
  })

  test('UPLOAD-11 a guess is shown in the dry run and enters the book only when a person confirms it', async () => {
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

  test('P-49 a file that says it is too large is refused before its first byte is kept', async () => {
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

describe('what a second file changes', () => {
  const third = () => csv([headings, ...policyRows(1, 8, { npn: '20417733' }), ...policyRows(11, 14)])

  test('UPLOAD-11 the dry run shows new, changed field by field, unchanged and missing, and agents of record by from and to', async () => {
    await ownCarrier()
    await process(csv([headings, ...policyRows(1, 10)]), 10)
    const rows = [
      ...policyRows(1, 2, { npn: '20417733' }),
      ...policyRows(3, 3, { npn: '77777' }),
      ...policyRows(4, 4, { premium: '$1,234.50' }),
      ...policyRows(5, 8),
      ...policyRows(11, 12),
    ]
    const run = await check(csv([headings, ...rows]))
    expect(run.counts).toEqual({ rows: 10, new: 2, changed: 4, unchanged: 4, missing: 2, refused: 0 })
    expect(run.agentChanges).toMatchObject([
      { policies: 2, lost: false, toNpn: '20417733' },
      { policies: 1, lost: true, toName: null, toNpn: '77777' },
    ])
    const tab = (outcome: 'changed' | 'new' | 'missing' | 'unchanged', field?: string) =>
      admin.call(uploads.checkedRows, { runId: run.id, outcome, field, pageSize: 100 })
    expect(
      (await tab('changed')).data.map(({ key, field, oldValue, newValue, line }) => [
        key,
        field,
        oldValue,
        newValue,
        line,
      ]),
    ).toEqual([
      ['U10001', 'AgentNPN', '19984127', '20417733', 2],
      ['U10002', 'AgentNPN', '19984127', '20417733', 3],
      ['U10003', 'AgentNPN', '19984127', '77777', 4],
      ['U10004', 'MonthlyPremium', '104.04', '1234.50', 5],
    ])
    expect((await tab('changed', 'MonthlyPremium')).totalRecords).toBe(1)
    expect((await tab('new')).data.map((row) => row.key)).toEqual(['U10011', 'U10012'])
    expect((await tab('missing')).data.map((row) => [row.key, row.label])).toEqual([
      ['U10009', 'First9 Last9'],
      ['U10010', 'First10 Last10'],
    ])
    expect((await tab('unchanged')).totalRecords).toBe(4)
    expect(await count()).toBe(10)
    await check(csv([headings, ...rows]))
    expect((await refusal(tab('new'))).code).toBe('record.not_found')
  })

  test('UPLOAD-11 a load keeps history and agents of record, marks what is missing, and does not touch what is unchanged', async () => {
    await ownCarrier()
    await process(csv([headings, ...policyRows(1, 12)]), 9)
    const untouched =
      await sql`select * from policies where carrier_id = ${carrier} and policy_number > 'U10010' order by id`.execute(
        agency.db,
      )
    const run = await process(third(), 10)
    expect(run.counts).toEqual({ rows: 12, new: 2, changed: 8, unchanged: 2, missing: 2, refused: 0 })
    expect(run.rowsWritten).toBe(12)
    const { data } = await admin.call(policies.list, { carrier, policyNumber: 'U10001' })
    const detail = await admin.call(policies.detail, { id: data[0]?.id ?? 0 })
    expect(detail.history).toMatchObject([
      { field: 'AgentNPN', oldValue: '19984127', newValue: '20417733', line: 2, fileName: 'book.csv' },
    ])
    const spans = await sql<{ held: string; agent_npn: string }>`
      select held::text, agent_npn from policy_agents where policy_id = ${detail.id}`.execute(agency.db)
    expect(spans.rows).toEqual([{ held: '[2026-01-01,2026-10-01)', agent_npn: '19984127' }])
    const missing = await sql<{
      policy_number: string
    }>`select policy_number from policies where carrier_id = ${carrier} and missing_since is not null order by 1`.execute(
      agency.db,
    )
    expect(missing.rows.map((row) => row.policy_number)).toEqual(['U10009', 'U10010'])
    const after =
      await sql`select * from policies where carrier_id = ${carrier} and policy_number in ('U10011', 'U10012') order by id`.execute(
        agency.db,
      )
    expect(after.rows).toEqual(untouched.rows)
    const totals = await sql<{
      n: number
      m: number
    }>`select sum(policies)::int as n, sum(members)::int as m from policy_month_totals where carrier_id = ${carrier}`.execute(
      agency.db,
    )
    const book = await sql<{
      n: number
      m: number
    }>`select count(*)::int as n, sum(number_of_members)::int as m from policies where carrier_id = ${carrier}`.execute(
      agency.db,
    )
    expect(totals.rows).toEqual(book.rows)
    const events = await sql<{
      facts: unknown
    }>`select facts from audit_events where action = 'import' and entity_id = ${String(run.batchId)}`.execute(agency.db)
    expect(events.rows).toHaveLength(1)
  })

  test('UPLOAD-11 columns that the file does not bring keep what the book holds, and a refused row is not missing', async () => {
    await ownCarrier()
    await process(csv([headings, ...policyRows(1, 3)]), 9)
    const short = csv([
      ['PolicyNumber', 'FirstName', 'LastName', 'NumberOfMembers'],
      ['U10001', 'First1', 'Last1', 'two'],
      ['U10002', 'First2', 'Last2', '9'],
      ['U10003', 'First3', 'Last3', '4'],
    ])
    const run = await process(short, 10, { loadGoodRows: true })
    expect(run.counts).toEqual({ rows: 3, new: 0, changed: 1, unchanged: 1, missing: 0, refused: 1 })
    const { rows } =
      await sql`select monthly_premium, agent_npn, dob, number_of_members from policies where carrier_id = ${carrier} and policy_number = 'U10002'`.execute(
        agency.db,
      )
    expect(rows).toEqual([
      { monthly_premium: '102.02', agent_npn: '19984127', dob: '1980-03-15', number_of_members: 9 },
    ])
  })

  test('P-60 UPLOAD-09 undoing the newest load leaves every table as it was, and the file may come again', async () => {
    await ownCarrier()
    const first = await process(csv([headings, ...policyRows(1, 12)]), 8)
    await process(csv([headings, ...policyRows(1, 9)]), 9)
    const before = await bookState()
    const run = await process(third(), 10)
    expect(run.counts).toMatchObject({ new: 2, changed: 8, missing: 1 })
    expect(await refusal(admin.call(uploads.undo, { batchId: first.batchId ?? 0 }))).toMatchObject({
      code: 'upload.not_newest',
    })
    const undone = await admin.call(uploads.undo, { batchId: run.batchId ?? 0 })
    expect(undone.undoneBy).toMatch(/^Pat Example/)
    expect(undone.mayUndo).toBe(false)
    expect(await bookState()).toEqual(before)
    const last = (await admin.call(uploads.carriers, {})).find((entry) => entry.carrierId === carrier)
    expect(last).toMatchObject({ month: 9 })
    expect((await refusal(admin.call(uploads.undo, { batchId: run.batchId ?? 0 }))).code).toBe('upload.not_newest')
    expect(await process(third(), 10)).toMatchObject({ state: 'loaded', counts: run.counts })
    const list = await admin.call(uploads.batches, { carrier })
    expect(list.data.map((batch) => [batch.month, batch.mayUndo, batch.undoneAt !== null])).toEqual([
      [10, true, false],
      [10, false, true],
      [9, false, false],
      [8, false, false],
    ])
  })

  test('P-60 any sequence of loads is undone step by step to what stood before each', async () => {
    await ownCarrier()
    const pick = <T>(from: readonly T[], n: number): T => from[n % from.length] ?? fail('server.error')
    const columns = [...headings, 'BrokerEffectiveDate', 'City']
    const file = (step: number) =>
      policyRows(1, 60)
        .filter((_, n) => (n * 7 + step * 5) % 4 !== 0)
        .map((row, n) => {
          const dice = n * 31 + step * 17 + ((n * step) % 13)
          const npn = pick(['19984127', '20417733', '', '77777'], dice)
          const since = pick(['', '03/01/2026', '11/01/2025', '08/15/2026'], dice >> 2)
          const premium = pick([row[7] ?? '', '10.00', ''], dice >> 1)
          return [
            ...row.slice(0, 4),
            npn,
            ...row.slice(5, 7),
            premium,
            row[8] ?? '',
            since,
            pick(['Miami', 'Tampa', ''], dice),
          ]
        })
    const states: unknown[] = []
    const batches: number[] = []
    for (let step = 1; step <= 6; step++) {
      states.push(await bookState())
      const rows = step % 3 === 0 ? file(step).map((row) => row.slice(0, 9)) : file(step)
      const run = await process(csv([step % 3 === 0 ? headings : columns, ...rows]), step)
      expect(run.state).toBe('loaded')
      batches.push(run.batchId ?? 0)
    }
    const spans = await sql<{
      n: number
    }>`select count(*)::int as n from policy_agents a join policies p on p.id = a.policy_id where p.carrier_id = ${carrier}`.execute(
      agency.db,
    )
    expect(spans.rows[0]?.n).toBeGreaterThan(20)
    for (const batchId of batches.toReversed()) {
      await admin.call(uploads.undo, { batchId })
      expect(await bookState()).toEqual(states.pop())
    }
    expect(await count()).toBe(0)
  })

  test('P-60 a load is not undone under what was built on it', async () => {
    await ownCarrier()
    const run = await process(csv([headings, ...policyRows(1, 3)]))
    const undo = () => admin.call(uploads.undo, { batchId: run.batchId ?? 0 })
    await sql`insert into commission_lines (policy_id, carrier_id, month, amount) select id, carrier_id, '2026-11-01', 22.05 from policies where carrier_id = ${carrier} limit 1`.execute(
      agency.db,
    )
    expect((await refusal(undo())).message).toBe(
      'Commissions stand on 1 policies that this load brought; it cannot be undone',
    )
    await sql`delete from commission_lines where carrier_id = ${carrier}`.execute(agency.db)
    await sql`update policies set city = 'Tampa', updated_at = clock_timestamp() where carrier_id = ${carrier} and policy_number = 'U10001'`.execute(
      agency.db,
    )
    expect(await refusal(undo())).toMatchObject({ code: 'upload.changed_since' })
    expect(await count()).toBe(3)
  })

  test('P-57 the same file again answers 409 naming the first upload, one after the other and at the same time', async () => {
    await ownCarrier()
    const text = csv([headings, ...policyRows(1, 5)])
    const outcomes = await Promise.allSettled([process(text), process(text), process(text)])
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1)
    const failure = await refusal(process(text))
    expect(failure.code).toBe('upload.duplicate')
    expect(failure.message).toMatch(
      /^This file has already been loaded: book\.csv on \d\d\/\d\d\/\d{4} \d\d:\d\d by person-/,
    )
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'upload.duplicate' })
    const sums =
      await sql`select count(*)::int as n, sum(monthly_premium) as total from policies where carrier_id = ${carrier}`.execute(
        agency.db,
      )
    expect(sums.rows).toEqual([{ n: 5, total: '515.15' }])
  })

  test('P-58 two loads of one carrier take their turn: the outcome is one after the other', async () => {
    await ownCarrier()
    const files = ['111.00', '222.00'].map((premium) => csv([headings, ...policyRows(1, 400, { premium })]))
    const runs = await Promise.all(files.map((text) => process(text)))
    expect(runs.map((run) => [run.counts?.new, run.counts?.changed]).sort()).toEqual([
      [0, 400],
      [400, 0],
    ])
    const premiums = await sql<{
      premium: string
    }>`select distinct monthly_premium as premium from policies where carrier_id = ${carrier}`.execute(agency.db)
    expect(premiums.rows).toHaveLength(1)
    const history = await sql<{
      n: number
    }>`select count(*)::int as n from policy_changes c join policies p on p.id = c.policy_id where p.carrier_id = ${carrier}`.execute(
      agency.db,
    )
    expect(history.rows[0]?.n).toBe(400)
  })
})

describe('carriers’ profiles', () => {
  test('UPLOAD-11 P-74 a profile is tried on a file, saved as a new version, and read the file with it', async () => {
    await ownCarrier()
    const text = csv([
      [
        'HIX_ID',
        'Member_First_Name',
        'Member_Last_Name',
        'Effective_date',
        'End_Date',
        'Total_Premium',
        'Status',
        'Gender',
      ],
      ["'M1", 'Noemí', 'Zaldívar', '1/1/2026', '1/1/2099', '$612.84', 'Good Standing', 'F'],
    ])
    const profile = { ...knownProfiles.Molina, values: { PolicyStatus: { 'Good Standing': 'Active' } } }
    const tried = await check(text, { profile: JSON.stringify(profile) })
    expect(tried).toMatchObject({ counts: { new: 1, refused: 0 }, ignoredColumns: ['Gender'] })
    expect((await admin.call(uploads.profile, { carrierId: carrier })).version).toBe(0)
    const saved = await admin.call(uploads.saveProfile, { carrierId: carrier, version: 0, profile })
    expect(saved).toMatchObject({ version: 1, profile })
    expect((await refusal(admin.call(uploads.saveProfile, { carrierId: carrier, version: 0, profile }))).code).toBe(
      'record.changed',
    )
    const run = await process(text)
    const batches = await admin.call(uploads.batches, { carrier })
    expect(batches.data[0]).toMatchObject({ id: run.batchId, profileVersion: 1 })
    const { rows } =
      await sql`select policy_number, first_name, term_date, monthly_premium, status from policies where carrier_id = ${carrier}`.execute(
        agency.db,
      )
    expect(rows).toEqual([
      { policy_number: 'M1', first_name: 'Noemí', term_date: null, monthly_premium: '612.84', status: 'Active' },
    ])
  })

  test('P-74 of many who save the same version one wins, the others hear 409', async () => {
    await ownCarrier()
    const outcomes = await Promise.allSettled(
      Array.from({ length: 8 }, () =>
        admin.call(uploads.saveProfile, { carrierId: carrier, version: 0, profile: knownProfiles.Oscar }),
      ),
    )
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1)
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'record.changed' })
  })

  test('UPLOAD-11 a profile that contradicts itself is refused with every problem', async () => {
    await ownCarrier()
    const profile = { ...knownProfiles.Oscar, headings: { PolicyNumber: ['Id'], Phone: ['ID'], Shoe: ['x'] } }
    const failure = await refusal(admin.call(uploads.saveProfile, { carrierId: carrier, version: 0, profile }))
    expect(failure).toMatchObject({
      code: 'upload.profile_invalid',
      details: [{ path: 'headings.Phone' }, { path: 'headings.Shoe' }],
    })
    expect((await refusal(check('a', { profile: '{' }))).code).toBe('request.invalid')
  })
})

import { access } from '@coverdesk/domain/access/access-contract.ts'
import { agentStatements, statements } from '@coverdesk/domain/commissions/statement-contract.ts'
import { amountOf, cents } from '@coverdesk/domain/fields/amount.ts'
import { policies } from '@coverdesk/domain/policies/policy-contract.ts'
import { uploads } from '@coverdesk/domain/uploads/upload-contract.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '../testing/test-app.ts'
import {
  type CommissionRow,
  commissionCsv,
  commissionState,
  policiesOf,
  sumsOf,
  uploadAs,
} from '../uploads/commissions/commission-samples.ts'
import { createUploader, csv, refusal } from '../uploads/policies/upload-samples.ts'

let agency: TestApp
/** Runs statements and can see everyone's. */
let clerk: Person
let admin: Person
let rosa: Person
let luis: Person
let carrier: { id: number; name: string }
let carriers = 0

beforeEach(async () => {
  agency = await startTestApp()
  admin = await createUploader(agency)
  clerk = await agency.person({ roles: ['agent'], claims: ['admin.Statement'], fullAccess: true })
  rosa = await agency.person({ roles: ['agent'], claims: ['view.Statement'], npn: '19984127' })
  luis = await agency.person({ roles: ['agent'], claims: ['view.Statement'], npn: '20417733' })
})
afterEach(() => agency.close())

/** A separate carrier for each test, with policies C1 to C9. */
async function ownCarrier(): Promise<void> {
  const name = `Carrier ${++carriers}`
  carrier = { id: await agency.carrier(name), name }
  await policiesOf(agency, carrier.id, 9)
}
/** The carrier's book names this agent of a policy. */
const give = (number: string, npn: string) =>
  sql`
  update policies set agent_npn = ${npn}, agent_id = (select id from agents where npn = ${npn})
  where carrier_id = ${carrier.id} and policy_number = ${number}`.execute(agency.db)
const march = () => ({ carrierId: carrier.id, month: 3, year: 2026 })
const load = (rows: readonly CommissionRow[], more: object = {}, name = 'march.csv') =>
  clerk.call(
    statements.load,
    { ...march(), csvFormat: 'Standard', ...more },
    { text: commissionCsv(rows, carrier.name), name },
  )
const lines = (filters: object = {}, person = clerk) =>
  person.call(statements.lines, { carrierId: carrier.id, pageSize: 500, ...filters })
const ofAgents = (filters: object = {}, person = clerk) =>
  person.call(agentStatements.list, { carrierId: carrier.id, pageSize: 500, ...filters })

describe('loading a statement', () => {
  test('STMT-09 STMT-10 STMT-16 UPLOAD-15 a multipart form with carrier, format, month, year and file imports the statement, and its lines are listed with totals', async () => {
    await ownCarrier()
    const bare = csv([
      ['AgentNPN', 'PolicyNumber', 'InsuredName', 'Members', 'Amount'],
      ['19984127', 'C1', 'Rosa Ledesma', '2', '44.10'],
      ['20417733', 'X9', 'Ana Vega', '1', '(22.05)'],
    ])
    const form = (fields: Record<string, string>) =>
      `${Object.entries(fields)
        .map(([name, value]) => `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
        .join(
          '',
        )}--x\r\ncontent-disposition: form-data; name="file"; filename="march.csv"\r\ncontent-type: text/csv\r\n\r\n${bare}\r\n--x--\r\n`
    const fields = { carrierId: String(carrier.id), csvFormat: 'Standard', month: '3', year: '2026' }
    const send = (sent: Record<string, string>) =>
      agency.app.inject({
        method: 'POST',
        url: '/api/Commissions/statements',
        headers: { authorization: `Bearer ${clerk.token}`, 'content-type': 'multipart/form-data; boundary=x' },
        payload: form(sent),
      })
    for (const name of Object.keys(fields)) {
      const { [name]: _, ...less } = fields as Record<string, string>
      expect((await send(less)).statusCode, `without ${name}`).toBe(400)
    }
    const answer = await send(fields)
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.json()).toMatchObject({
      state: 'loaded',
      counts: { rows: 2, new: 2 },
      commissions: { amount: '22.05' },
    })
    const { data, ...page } = await lines()
    expect(page).toMatchObject({ totalRecords: 2, amountMembers: 3, commissionAmount: '22.05' })
    expect(
      data.map(({ policyNumber, insuredName, commissionMonth, commissionYear, commissionAmount, ...row }) => [
        row.agentName,
        row.carrierName,
        policyNumber,
        insuredName,
        commissionMonth,
        commissionYear,
        commissionAmount,
        row.fileName,
        row.line,
      ]),
    ).toEqual([
      [expect.stringContaining('Pat Example'), carrier.name, 'X9', 'Ana Vega', 3, 2026, '-22.05', 'march.csv', 3],
      [expect.stringContaining('Pat Example'), carrier.name, 'C1', 'Rosa Ledesma', 3, 2026, '44.10', 'march.csv', 2],
    ])
  })

  test('STMT-09 STMT-13 a row of another carrier or month rejects the whole statement, and a dry run writes nothing', async () => {
    await ownCarrier()
    const other = await agency.carrier(`Other ${carriers}`)
    const rows = [
      { number: 'C1', amount: '1.00' },
      { number: 'C2', amount: '2.00', month: 4 },
      { number: 'C3', amount: '4.00', carrier: `Other ${carriers}` },
      { number: 'C4', amount: '8.00', carrier: 'As we were called before' },
    ]
    const failure = await refusal(load(rows))
    expect(failure).toMatchObject({
      code: 'upload.rows_refused',
      message: '2 of 4 rows are not valid; nothing was loaded',
      details: {
        problems: [
          { line: 3, column: 'Month', value: '04/2026', reason: "Differs from the statement's month" },
          { line: 4, column: 'Carrier', value: `Other ${carriers}`, reason: "Differs from the statement's carrier" },
        ],
      },
    })
    const dry = await load(rows, { dryRun: true })
    expect(dry).toMatchObject({ state: 'checked', counts: { new: 2, refused: 2 }, commissions: { amount: '9.00' } })
    expect((await lines()).totalRecords).toBe(0)
    await load(rows, { loadGoodRows: true })
    expect((await lines()).commissionAmount).toBe('9.00')
    expect((await lines({ carrierId: other })).totalRecords).toBe(0)
    const monthOnly = csv([
      ['PolicyNumber', 'Amount', 'Month'],
      ['C9', '1.00', '6'],
    ])
    const input = { ...march(), csvFormat: 'Standard' as const, dryRun: true }
    const check = await clerk.call(statements.load, input, { text: monthOnly, name: 'june.csv' })
    expect(check.problems).toMatchObject([{ line: 2, column: 'Month', value: '06/2026' }])
    expect(await refusal(load(rows, { loadGoodRows: true, carrierId: 999_999_999 }))).toMatchObject({
      code: 'carrier.not_found',
    })
  })

  test('STMT-09 format Carrier reads headings by the carrier’s profile, Standard by their own names', async () => {
    await ownCarrier()
    const profile = {
      values: {},
      dateOrder: 'MDY' as const,
      openEndDates: [],
      stripSuffixes: ['-AR'],
      headings: { PolicyNumber: ['Vertrag'], Amount: ['Summe'] },
    }
    await admin.call(uploads.saveProfile, { carrierId: carrier.id, kind: 'commissions', version: 0, profile })
    const text = csv([
      ['Vertrag', 'Summe'],
      ['C1-AR', '5.05'],
    ])
    const send = (csvFormat: 'Standard' | 'Carrier') =>
      clerk.call(statements.load, { ...march(), csvFormat }, { text, name: 'march.csv' })
    expect((await refusal(send('Standard'))).message).toBe('Required columns are missing: Policy number, Amount')
    await send('Carrier')
    expect((await lines()).data[0]).toMatchObject({ policyNumber: 'C1', commissionAmount: '5.05' })
  })
})

describe('deleting statements', () => {
  const rows = [
    { number: 'C1', amount: '44.10', members: 2 },
    { number: 'C2', amount: '-0.05', npn: '20417733' },
    { number: 'X9', amount: '3.00', npn: '' },
  ]
  const remove = (more: object = {}, person = clerk) => person.call(statements.remove, { ...march(), ...more })

  test('STMT-11 STMT-12 P-60 the loaded totals are shown, then all lines of the carrier and month are deleted with their totals, and the same file can be imported again', async () => {
    await ownCarrier()
    await uploadAs(admin, commissionCsv([{ number: 'C1', month: 4, amount: '7.00' }], carrier.name))
    const before = await commissionState(agency.db)
    const run = await load(rows)
    const standing = { records: 3, agents: 2, members: 4, amount: '47.05' }
    expect(await clerk.call(statements.standing, march())).toEqual(standing)
    for (const more of [{ records: 4 }, { records: 3, amount: '47.06' }])
      expect(await refusal(remove(more))).toMatchObject({ code: 'statement.changed' })
    expect((await refusal(load(rows))).code).toBe('upload.duplicate')
    expect(await remove(standing.records ? { records: 3, amount: '47.05' } : {})).toEqual(standing)
    expect(await commissionState(agency.db)).toEqual(before)
    expect(await refusal(remove())).toMatchObject({ code: 'statement.not_found' })
    expect(await refusal(clerk.call(statements.standing, march()))).toMatchObject({ code: 'statement.not_found' })
    expect(await refusal(remove({ carrierId: 999_999_999 }))).toMatchObject({ code: 'carrier.not_found' })
    expect((await refusal(admin.call(uploads.undo, { batchId: run.batchId ?? 0 }))).message).toBe(
      'This upload was already undone',
    )
    await load(rows)
    expect(await clerk.call(statements.standing, march())).toEqual(standing)
    const { id } = await agency.db
      .selectFrom('policies')
      .select('id')
      .where('carrier_id', '=', carrier.id)
      .where('policy_number', '=', 'C1')
      .executeTakeFirstOrThrow()
    expect((await admin.call(policies.detail, { id })).commissions[0]?.total).toBe('51.10')
    const { rows: events } = await sql<{ entity_id: string; facts: object }>`
      select entity_id, facts from audit_events where action = 'delete' and entity = 'statement' order by id desc limit 1`.execute(
      agency.db,
    )
    expect(events[0]).toMatchObject({ entity_id: `${carrier.id} 2026-03`, facts: { records: 3 } })
  })

  test('STMT-12 P-60 a file of two months with one deleted can still be undone, and so can a file that says the same payments', async () => {
    await ownCarrier()
    const empty = await commissionState(agency.db)
    const both = [...rows, { number: 'C3', month: 4, amount: '9.00' }]
    const first = await uploadAs(admin, commissionCsv(both, carrier.name))
    const second = await load([rows[0] ?? { number: '', amount: '' }], {}, 'c1.csv')
    expect(second.counts).toMatchObject({ new: 0, unchanged: 1 })
    await remove()
    expect((await lines()).commissionAmount).toBe('9.00')
    // Nothing of the second file is left; of the first one its other month is.
    expect((await refusal(admin.call(uploads.undo, { batchId: second.batchId ?? 0 }))).code).toBe('upload.not_newest')
    const again = await uploadAs(admin, commissionCsv(both, carrier.name))
    expect(again.counts).toMatchObject({ new: 3, unchanged: 1 })
    await admin.call(uploads.undo, { batchId: again.batchId ?? 0 })
    await admin.call(uploads.undo, { batchId: first.batchId ?? 0 })
    expect(await commissionState(agency.db)).toEqual(empty)
  })

  test('STMT-11 carrier, month and year are required; only an agent with admin.Statement may delete', async () => {
    await ownCarrier()
    await load(rows)
    for (const name of ['carrierId', 'month', 'year'])
      expect(await refusal(remove({ [name]: undefined }))).toMatchObject({ code: 'request.invalid' })
    for (const person of [admin, rosa])
      expect(await refusal(remove({}, person))).toMatchObject({ code: 'right.missing' })
    expect((await lines()).totalRecords).toBe(3)
  })
})

describe('the lists', () => {
  test('STMT-01 STMT-02 STMT-08 P-30 each filter narrows the list and its totals, and an agent sees only their own statements', async () => {
    await ownCarrier()
    const [other, name] = [carrier, carrier.name]
    await load([{ number: 'C1', amount: '1.00' }])
    await ownCarrier()
    await give('C2', '20417733')
    await load([
      { number: 'C1', amount: '10.00', members: 2 },
      { number: 'C2', amount: '20.00', npn: '20417733' },
      { number: 'X9', amount: '40.00', npn: '', name: 'Zoé Núñez' },
    ])
    const april = commissionCsv([{ number: 'C1', month: 4, amount: '80.00' }], carrier.name)
    await uploadAs(admin, april)
    const december = commissionCsv([{ number: 'C1', month: 12, year: 2025, amount: '160.00' }], carrier.name)
    await uploadAs(admin, december)
    const amounts = async (filters: object) => {
      const { data, commissionAmount, totalRecords } = await lines(filters)
      expect(amountOf(data.reduce((sum, row) => sum + (cents(row.commissionAmount ?? '') ?? 0), 0))).toBe(
        commissionAmount,
      )
      expect(data).toHaveLength(totalRecords)
      return commissionAmount
    }
    expect(await amounts({})).toBe('310.00')
    expect(await amounts({ carrierId: other.id })).toBe('1.00')
    expect(name).not.toBe(carrier.name)
    expect(await amounts({ agentId: luis.agentId })).toBe('20.00')
    expect(await amounts({ month: '03/2026' })).toBe('70.00')
    expect(await amounts({ year: 2026 })).toBe('150.00')
    expect(await amounts({ policyNumber: 'c1' })).toBe('250.00')
    expect(await amounts({ policyNumber: 'x' })).toBe('40.00')
    expect(await amounts({ insured: 'nun' })).toBe('40.00')
    expect(await amounts({ insured: 'le' })).toBe('270.00')
    expect(await amounts({ insured: 'desma', month: '04/2026', agentId: rosa.agentId })).toBe('80.00')
    expect(await refusal(lines({ month: '3/2026' }))).toMatchObject({ code: 'request.invalid' })

    const shown = async (person: Person, filters: object = {}) =>
      (await ofAgents(filters, person)).data.map(({ totalPolicies, totalMembers, amount, month, year }) => [
        totalPolicies,
        totalMembers,
        amount,
        month,
        year,
      ])
    expect(await shown(clerk)).toEqual([
      [1, 1, '80.00', 4, 2026],
      [1, 1, '20.00', 3, 2026],
      [1, 2, '10.00', 3, 2026],
      [1, 1, '160.00', 12, 2025],
    ])
    expect(await shown(clerk, { month: '03/2026', agentId: rosa.agentId })).toEqual([[1, 2, '10.00', 3, 2026]])
    await sql`
      insert into agent_rates (agent_id, carrier_id, rate, start_date)
      values (${luis.agentId}, ${carrier.id}, 15, '2026-01-01')`.execute(agency.db)
    expect(await shown(luis)).toEqual([[1, 1, '15.00', 3, 2026]])
    expect(await shown(luis, { agentId: rosa.agentId })).toEqual([])
    expect(await refusal(lines({}, rosa))).toMatchObject({ code: 'right.missing' })
    const tracker = await agency.person({
      roles: ['agent'],
      claims: ['view.CommissionTracking'],
      visibility: [[String(luis.agentId), 'CommissionTracking']],
    })
    expect((await lines({}, tracker)).data.map(({ commissionAmount }) => commissionAmount)).toEqual(['15.00'])
    expect((await lines({}, tracker)).commissionAmount).toBe('15.00')
  })

  test('STMT-03 STMT-04 STMT-07 Accept selects pdf or csv of all filtered rows with a file name, or JSON', async () => {
    await ownCarrier()
    await load([
      { number: 'C1', amount: '1022.05', members: 2 },
      { number: 'C2', amount: '-20.00', npn: '20417733' },
    ])
    const ask = (accept: string, more = '') =>
      agency.app.inject({
        url: `/api/agentcommissions?carrierId=${carrier.id}&month=03/2026&pageNumber=1&pageSize=1${more}`,
        headers: { authorization: `Bearer ${clerk.token}`, accept },
      })
    expect((await ask('application/json')).json()).toMatchObject({ totalRecords: 2, pageSize: 1 })
    const file = await ask('text/csv')
    expect(file.headers['content-disposition']).toMatch(/filename="?Agent commission statement 03-2026/)
    expect(
      file.body
        .replace(/^\uFEFF/, '')
        .trim()
        .split(/\r?\n/)
        .slice(-3),
    ).toEqual([
      'Agent,Carrier,Policies,Members,Amount,Month',
      expect.stringMatching(/^Pat Example \d+,Carrier \d+,1,2,1022\.05,03\/2026$/),
      expect.stringMatching(/^Pat Example \d+,Carrier \d+,1,1,-20\.00,03\/2026$/),
    ])
    const pdf = await ask('application/pdf')
    expect(pdf.headers['content-type']).toBe('application/pdf')
    expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    expect(pdf.rawPayload.toString('latin1').trimEnd().endsWith('%%EOF')).toBe(true)
    expect((await ask('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')).statusCode).toBe(406)
  })
})

test('STMT-17 P-59 after any imports, corrections, undos and deletions, each agent’s statement is the sum of the lines to the cent', async () => {
  const row = fc.record({
    number: fc.integer({ min: 1, max: 12 }).map((n) => `C${n}`),
    npn: fc.constantFrom('19984127', '20417733', '77777', ''),
    month: fc.integer({ min: 1, max: 3 }),
    members: fc.integer({ min: -3, max: 9 }),
    amount: fc.oneof(fc.integer({ min: -250, max: 250 }), fc.constantFrom(1, -1, 999_999_999_999)).map(amountOf),
  })
  const step = fc.record({
    rows: fc.array(row, { minLength: 1, maxLength: 20 }),
    onTop: fc.boolean(),
    after: fc.constantFrom('nothing', 'undo', 'delete'),
  })
  let files = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 4 }), async (steps) => {
      await ownCarrier()
      for (const { rows, onTop, after } of steps) {
        const own = { number: `S${++files}`, amount: '0.00' }
        const run = await uploadAs(admin, commissionCsv([...rows, own], carrier.name), { onTop })
        if (after === 'undo') await admin.call(uploads.undo, { batchId: run.batchId ?? 0 })
        // Every statement has at least one line; otherwise there is nothing to delete.
        if (after === 'delete')
          await clerk.call(statements.remove, march()).catch((error) => expect(error).toMatchObject({ status: 404 }))
        await agree()
      }
    }),
    { numRuns: 8, seed: 17 },
  )
})

const sumOfCents = (amounts: readonly (number | null)[]) =>
  amounts.reduce<number>((sum, amount) => sum + (amount ?? Number.NaN), 0)

async function agree(): Promise<void> {
  const { data, commissionAmount, amountMembers, parts } = await lines()
  const expected = new Map<string, { policies: Set<string>; members: number; amount: number }>()
  for (const line of data.filter(({ agentId }) => agentId !== null)) {
    const key = `${line.agentId} ${line.commissionMonth} ${line.commissionYear}`
    const sum = expected.get(key) ?? { policies: new Set(), members: 0, amount: 0 }
    sum.policies.add(line.policyNumber)
    sum.members += line.members ?? 0
    sum.amount += cents(line.commissionAmount ?? '') ?? Number.NaN
    expected.set(key, sum)
  }
  const found = (await ofAgents()).data.map(
    ({ agentId, month, year, totalPolicies, totalMembers, amount }) =>
      [`${agentId} ${month} ${year}`, totalPolicies, totalMembers, cents(amount ?? '')] as const,
  )
  expect(found.toSorted()).toEqual(
    [...expected].map(([key, { policies, members, amount }]) => [key, policies.size, members, amount]).toSorted(),
  )
  expect(cents(commissionAmount)).toBe(data.reduce((sum, line) => sum + (cents(line.commissionAmount ?? '') ?? 0), 0))
  const { pay = '', agency: ours = '', noAgent = '' } = parts ?? {}
  const ofAgentsAndNone = [...found.map(([, , , amount]) => amount), cents(noAgent)]
  expect(sumOfCents([pay, ours, noAgent].map(cents))).toBe(cents(commissionAmount))
  expect(sumOfCents(ofAgentsAndNone)).toBe(cents(commissionAmount))
  expect(amountMembers).toBe(data.reduce((sum, line) => sum + (line.members ?? 0), 0))
  const sums = await sumsOf(agency.db, carrier.id)
  expect(sums).toMatchObject({ months: sums.lines, tracks: sums.lines, years: sums.matched })
}

describe('sums and pay', () => {
  test('STMT-17 the sum of statements is of all that the filters let through; agents see what the agency pays them of it', async () => {
    await ownCarrier()
    const zoe = await agency.person({
      roles: ['agent'],
      claims: ['view.Statement', 'view.AgentPayment'],
      npn: `${55_000_000 + carriers}`,
    })
    await sql`
      insert into agent_rates (agent_id, carrier_id, rate, start_date)
      values (${zoe.agentId}, ${carrier.id}, 28, '2026-03-01')`.execute(agency.db)
    await give('C1', `${55_000_000 + carriers}`)
    await give('C2', '20417733')
    await load([
      { number: 'C1', amount: '40.00', npn: `${55_000_000 + carriers}` },
      { number: 'C2', amount: '10.05', npn: '20417733' },
    ])
    const all = await ofAgents({ pageSize: 1 })
    expect(all).toMatchObject({ totalRecords: 2, totalAmount: '50.05', notRated: 0 })
    expect(all.data).toHaveLength(1)
    expect(await ofAgents({}, zoe)).toMatchObject({
      totalRecords: 1,
      totalAmount: '28.00',
      notRated: 0,
      data: [{ agentId: zoe.agentId, amount: '28.00', totalPolicies: 1 }],
    })
    expect(await ofAgents({}, luis)).toMatchObject({
      totalAmount: '0.00',
      notRated: 1,
      data: [{ amount: null, notRated: 1 }],
    })
    expect(await zoe.call(access.currentUser, {})).toMatchObject({
      ownOnly: expect.arrayContaining(['Statement']),
      seesPay: true,
    })
    expect(await clerk.call(access.currentUser, {})).toMatchObject({ ownOnly: [], seesPay: false })
  })

  test('the total of Manage is that of Statement and the lines without an agent, and its parts say what agents see of it', async () => {
    await ownCarrier()
    await sql`
      insert into agent_rates (agent_id, carrier_id, rate, start_date)
      values (${rosa.agentId}, ${carrier.id}, 28, '2026-03-01')`.execute(agency.db)
    await give('C2', '20417733')
    await load([
      { number: 'C1', amount: '40.00' },
      { number: 'C2', amount: '10.05', npn: '20417733' },
      { number: 'X9', amount: '7.20', npn: '' },
    ])
    const parts = { pay: '28.00', agency: '22.05', noRate: 1, noAgent: '7.20' }
    const [manage, statement] = [await lines(), await ofAgents()]
    expect(manage).toMatchObject({ commissionAmount: '57.25', parts })
    expect(await lines({ policyNumber: 'C' })).toMatchObject({
      commissionAmount: '50.05',
      parts: { ...parts, noAgent: '0.00' },
    })
    expect(statement).toMatchObject({ totalAmount: '50.05', noAgent: '7.20' })
    expect(await ofAgents({ agentId: rosa.agentId })).toMatchObject({ totalAmount: '40.00', noAgent: null })
    expect(await lines({ agentId: rosa.agentId })).toMatchObject({
      commissionAmount: '40.00',
      parts: { pay: '28.00', agency: '12.00', noRate: 0, noAgent: '0.00' },
    })
    expect(await ofAgents({}, rosa)).toMatchObject({ totalAmount: '28.00', noAgent: null })
  })
})

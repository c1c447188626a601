import { commissionLoads } from '@coverdesk/domain/commissions/commission-load-contract.ts'
import { customerMaking } from '@coverdesk/domain/customers/linked-customer-contract.ts'
import { exceptions } from '@coverdesk/domain/exceptions/exception-contract.ts'
import { policyPeople } from '@coverdesk/domain/person/policy-people-contract.ts'
import { policies } from '@coverdesk/domain/policies/policy-contract.ts'
import { uploads } from '@coverdesk/domain/uploads/upload-contract.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { csv, policyState, refusal } from './upload-samples.ts'

let agency: TestApp
let admin: Person
let carrier: number
let round = 0

beforeAll(async () => {
  agency = await startTestApp()
  admin = await agency.person({
    roles: ['agent', 'administrator'],
    claims: ['view.UploadFile', 'admin.UploadFile', 'view.Policy', 'admin.Policy', 'admin.Statement', 'admin.Customer'],
  })
})
afterAll(() => agency.close())
beforeEach(async () => {
  carrier = await agency.carrier(`Nameless ${++round}`)
})

const mapping = JSON.stringify({ 'Member ID': 'PolicyNumber' })
/** Oscar's columns, which name no person. */
const nameless = (...rows: string[][]) =>
  csv([['Member ID', 'Plan', 'State', 'Coverage start date', 'Premium amount'], ...rows])
const row = (number: string, premium = '402.19') => [number, 'Bronze Classic', 'FL', '01/01/2026', premium]
const named = (...rows: string[][]) => csv([['PolicyNumber', 'FirstName', 'LastName', 'EffectiveDate'], ...rows])
const load = (text: string, month: number) =>
  admin.call(uploads.process, { carrierId: carrier, month, year: 2026, mapping }, { text, name: `book-${month}.csv` })
const names = async () =>
  (
    await sql<{ name: string }>`
      select concat_ws(' ', policy_number || ':', first_name, last_name) as name from policies
      where carrier_id = ${carrier} order by policy_number`.execute(agency.db)
  ).rows.map(({ name }) => name)
const idOf = async (number: string) => {
  const { data } = await admin.call(policies.list, { policyNumber: number, carrier })
  return data[0]?.id ?? 0
}

test('UPLOAD-11 a book without names updates known policies under their names, lists new ones as No name, and says so before', async () => {
  await load(named(['O1', 'Ana', 'Vega', '01/01/2026']), 9)
  const before = await policyState(agency.db)
  const text = nameless(row('O1'), row('O2'), row('O3'))
  const period = { carrierId: carrier, month: 10, year: 2026, mapping }
  const dry = await admin.call(uploads.check, period, { text, name: 'book.csv' })
  expect(dry.book).toMatchObject({ nameless: { new: 2, known: 1 } })
  const { data } = await admin.call(uploads.checkedRows, { runId: dry.id, outcome: 'changed' })
  expect(data.map(({ label, field }) => `${label} ${field}`)).not.toContain('Ana Vega FirstName')
  expect(data.map(({ field }) => field)).toEqual(['State', 'PlanName', 'MonthlyPremium'])
  const run = await load(text, 10)
  expect(await names()).toEqual(['O1: Ana Vega', 'O2: No name O2', 'O3: No name O3'])
  const { data: found } = await admin.call(policies.list, { name: 'No name', carrier })
  expect(found.map(({ policyNumber }) => policyNumber)).toEqual(['O2', 'O3'])
  await admin.call(uploads.undo, { batchId: run.batchId ?? 0 })
  expect(await policyState(agency.db)).toEqual(before)
})

test('UPLOAD-11 a later book names the insured, a book without names keeps the name, and undo takes it back', async () => {
  await load(nameless(row('O1')), 9)
  const without = await policyState(agency.db)
  const namedRun = await load(named(['O1', 'Ana', 'Vega', '01/01/2026']), 10)
  expect(await names()).toEqual(['O1: Ana Vega'])
  const again = await load(nameless(row('O1', '410.00')), 11)
  expect(await names()).toEqual(['O1: Ana Vega'])
  for (const run of [again, namedRun]) await admin.call(uploads.undo, { batchId: run.batchId ?? 0 })
  expect(await policyState(agency.db)).toEqual(without)
})

test('a heading that may hold the names is asked about before a book goes in without names', async () => {
  const text = csv([
    ['PolicyNumber', 'Insured Name (full)', 'EffectiveDate'],
    ['O1', 'Ana Vega', '01/01/2026'],
  ])
  expect(await refusal(load(text, 9))).toMatchObject({
    code: 'upload.columns_missing',
    message: 'Required columns are missing: First name, Last name',
  })
  const onlyFirst = csv([
    ['PolicyNumber', 'FirstName'],
    ['O1', 'Ana'],
  ])
  expect((await refusal(load(onlyFirst, 9))).message).toBe('Required columns are missing: Last name')
})

test('UPLOAD-11 a row whose number has no digit is refused in a book without names: it is a count or a note', async () => {
  const text = csv([
    ['Member ID', 'Plan', 'State'],
    ['O1', 'Bronze Classic', 'FL'],
    ['Record Count', '1', ''],
    ['Generated', '11/02/2026', ''],
  ])
  const period = { carrierId: carrier, month: 10, year: 2026, mapping }
  const run = await admin.call(uploads.check, period, { text, name: 'book.csv' })
  expect(run.counts).toMatchObject({ new: 1, refused: 2 })
  expect(run.problems).toMatchObject([3, 4].map((line) => ({ line, reason: expect.stringContaining('a digit') })))
})

test('P-60 a name that comes later is no change of persons: statements of all months match the policy', async () => {
  await load(nameless(row('O1')), 9)
  await load(named(['O1', 'Ana', 'Vega', '01/01/2026']), 11)
  const statement = csv([
    ['PolicyNumber', 'InsuredName', 'Amount'],
    ['O1', 'VEGA, ANA', '20.00'],
    ['O1', '', '21.00'],
  ])
  const period = { carrierId: carrier, month: 10, year: 2026 }
  const run = await admin.call(commissionLoads.upload, period, { text: statement, name: 'october.csv' })
  expect(run.commissions?.unmatched).toMatchObject({ policy: 0 })
})

test('an insured without a name becomes no customer, is none, and is no candidate for a name', async () => {
  await load(
    csv([
      ['PolicyNumber', 'EffectiveDate', 'DOB'],
      ['O1', '01/01/2026', '02/03/1980'],
    ]),
    9,
  )
  const id = await idOf('O1')
  expect((await refusal(admin.call(customerMaking.ofPolicy, { id }))).code).toBe('customer.insured_unclear')
  await sql`
    with contact as (
      insert into contacts (first_name, last_name, dob) values ('No name', 'O1', '1980-02-03') returning id
    ) insert into customers (contact_id, agent_id) select id, ${admin.agentId} from contact`.execute(agency.db)
  expect(await admin.call(policyPeople.people, { id })).toMatchObject({ customers: [] })
  const statement = csv([
    ['PolicyNumber', 'InsuredName', 'Amount'],
    ['X9', 'No name O1', '20.00'],
  ])
  const period = { carrierId: carrier, month: 9, year: 2026 }
  await admin.call(commissionLoads.upload, period, { text: statement, name: 'september.csv' })
  const { data } = await admin.call(exceptions.list, { carrierId: carrier })
  expect((await admin.call(exceptions.one, { id: data[0]?.id ?? 0 })).candidates).toEqual([])
})

import { payRuns } from '@coverdesk/domain/pay-runs/pay-run-contract.ts'
import { schedules } from '@coverdesk/domain/schedules/schedule-contract.ts'
import { uploads } from '@coverdesk/domain/uploads/upload-contract.ts'
import { variances } from '@coverdesk/domain/variances/variance-contract.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { comparePay } from '../../pay-runs/detail/run-samples.ts'
import type { Person, TestApp } from '../../testing/test-app.ts'
import { uploadAs } from '../../uploads/commissions/commission-samples.ts'
import { newCarrier, startUnpaidApp, uploadPolicies } from '../../uploads/policies/unpaid-samples.ts'
import { csv } from '../../uploads/policies/upload-samples.ts'

let agency: TestApp
let admin: Person
let office: Person
let carrier: { id: number; name: string }
beforeEach(async () => {
  ;({ agency, admin } = await startUnpaidApp())
  office = await agency.person({
    roles: ['agent', 'administrator'],
    claims: ['admin.Statement', 'admin.AgentPayment'],
    fullAccess: true,
  })
  carrier = await newCarrier(agency)
  await sql`
    insert into agent_contracts (agent_id, start_date, end_date, basis, percent)
    select id, '2020-01-01'::date, '2026-03-31'::date, 'percent', 70 from agents where npn is not null
    union all select id, '2026-04-01', null, 'percent', 50 from agents where npn is not null`.execute(agency.db)
})
afterEach(() => agency.close())

async function withSchedule(): Promise<void> {
  const row = { carrierId: carrier.id, firstMonth: '01/2026', lastMonth: '12/2026', amount: '20.00' }
  await office.call(schedules.create, row)
}
const book = () => uploadPolicies(admin, { carrierId: carrier.id, month: 1 }, [{ number: 'M1', members: 3 }])

type Row = readonly [number: string, month: number, amount: string, policyMonth: string, day?: string]
let files = 0
const headings = ['Carrier', 'Policy #', 'Insured', 'Month', 'Year', 'Amount', 'Coverage Month', 'Statement Date']
/** A statement that says the policy month and its own day. */
const pay = (rows: readonly Row[]) =>
  uploadAs(
    admin,
    csv([
      headings,
      ...rows.map(([number, month, amount, policyMonth, day = '']) => [
        carrier.name,
        number,
        'Rosa Ledesma',
        month,
        2026,
        amount,
        policyMonth,
        day,
      ]),
    ]),
    {},
    `months-${++files}.csv`,
  )
/** The same without both columns. */
const bare = (rows: readonly Row[]) =>
  uploadAs(
    admin,
    csv([
      headings.slice(0, 6),
      ...rows.map(([number, month, amount]) => [carrier.name, number, 'Rosa Ledesma', month, 2026, amount]),
    ]),
    {},
    `months-${++files}.csv`,
  )

async function classes(): Promise<string[]> {
  const { rows } = await sql<{ shown: string }>`
    select to_char(month, 'MM') || ' ' || class as shown from commission_months where carrier_id = ${carrier.id} order by month`.execute(
    agency.db,
  )
  return rows.map(({ shown }) => shown)
}

test('The month and the year of coverage in two columns are the policy month, and one without the other says none', async () => {
  await withSchedule()
  await book()
  const two = ['Carrier', 'Policy #', 'Insured', 'Month', 'Year', 'Amount', 'Coverage Month', 'Coverage Year']
  const line = (month: number, coverage: readonly (number | string)[]) => [
    carrier.name,
    'M1',
    'Rosa Ledesma',
    month,
    2026,
    '60.00',
    ...coverage,
  ]
  const run = await uploadAs(
    admin,
    csv([two, line(4, [1, 2026]), line(5, ['March', 2026]), line(6, ['06', '26']), line(7, ['4', ''])]),
    {},
    'two-columns.csv',
  )
  expect(run).toMatchObject({ state: 'loaded', counts: { rows: 4, refused: 0 } })
  const { rows } = await sql<{ month: string; said: string | null }>`
    select to_char(month, 'MM') as month, to_char(policy_month, 'MM/YYYY') as said from commission_lines
    where carrier_id = ${carrier.id} order by 1`.execute(agency.db)
  expect(rows.map(({ month, said }) => [month, said])).toEqual([
    ['04', '01/2026'],
    ['05', '03/2026'],
    ['06', '06/2026'],
    ['07', null],
  ])
})

test('Rule 11: the policy month that a statement says is the one that its line pays, on every screen and in the pay run', async () => {
  await withSchedule()
  await book()
  await pay([
    ['M1', 1, '60.00', '01/2026'],
    ['M1', 2, '60.00', '02/2026'],
    ['M1', 4, '60.00', '04/01/2026'],
    ['M1', 4, '60.00', 'April 2026'],
  ])
  // Without its month, the second payment of April would be a late one of March.
  expect(await classes()).toEqual(['01 exact', '02 exact', '03 missing', '04 duplicate'])
  await pay([['M1', 5, '60.00', '03/2026']])
  expect(await classes()).toEqual(['01 exact', '02 exact', '03 exact', '04 duplicate', '05 missing'])
  const run = await office.call(payRuns.start, { month: '05/2026' })
  const { rows } = await sql<{ month: string; amount: string }>`
    select month::text, amount::text from pay_earnings where run_id = ${run.id}`.execute(agency.db)
  // The contract of March, whatever the statement's month is.
  expect(rows).toEqual([{ month: '2026-03-01', amount: '42.00' }])
  await office.call(payRuns.remove, { id: run.id })
  const [line] = await comparePay(agency.db, '2026-05-01')
  expect([line?.shown, line?.pay]).toEqual(['42.00', '42.00'])
})

test('Without a schedule, too, a stated policy month decides by which contract a line is paid', async () => {
  await book()
  await pay([
    ['M1', 5, '60.00', '03/2026'],
    ['M1', 5, '80.00', ''],
  ])
  const lines = await comparePay(agency.db, '2026-05-01')
  expect(lines.map(({ amount, shown, pay: paid }) => [amount, shown, paid])).toEqual([
    ['60.00', '42.00', '42.00'],
    ['80.00', '40.00', '40.00'],
  ])
})

test('Payments of two policy months are two; a file without the column says the same payments, and an undo leaves what the other said', async () => {
  await withSchedule()
  await book()
  const rows: Row[] = [
    ['M1', 3, '60.00', '03/2026'],
    ['M1', 3, '60.00', '02/2026'],
  ]
  const without = await bare(rows)
  expect(without.counts).toMatchObject({ new: 2 })
  const before = await classes()
  const stated = await pay(rows)
  expect(stated.counts).toMatchObject({ new: 0, changed: 2 })
  const other = await pay([['M1', 3, '60.00', '01/2026']])
  expect(other.counts).toMatchObject({ new: 1 })
  await admin.call(uploads.undo, { batchId: other.batchId ?? 0 })
  const again = await pay([...rows, ['M1', 3, '5.00', '03/2026']])
  expect(again.counts).toMatchObject({ new: 1, unchanged: 2 })
  for (const { batchId } of [again, stated]) await admin.call(uploads.undo, { batchId: batchId ?? 0 })
  expect(await classes()).toEqual(before)
})

test('Replacing a statement and undoing that keeps the policy months and days that it said', async () => {
  await withSchedule()
  await book()
  await pay([['M1', 3, '60.00', '02/2026', '04/10/2026']])
  const stated = async () =>
    (
      await sql<{ said: string }>`
        select concat_ws(' ', policy_month, statement_date, amount) as said from commission_lines order by id`.execute(
        agency.db,
      )
    ).rows.map(({ said }) => said)
  expect(await stated()).toEqual(['2026-02-01 2026-04-10 60.00'])
  const replaced = await uploadAs(
    admin,
    csv([headings, [carrier.name, 'M1', 'Rosa Ledesma', 3, 2026, '61.00', '03/2026', '']]),
    { replace: true },
    'replaced.csv',
  )
  expect(await stated()).toEqual(['2026-03-01 61.00'])
  await admin.call(uploads.undo, { batchId: replaced.batchId ?? 0 })
  expect(await stated()).toEqual(['2026-02-01 2026-04-10 60.00'])
})

test('34 The last day to dispute follows from the day that the statement says, else from the end of its month', async () => {
  await withSchedule()
  await book()
  const first = await pay([
    ['M1', 1, '60.00', ''],
    ['M1', 3, '20.00', '03/2026', '04/10/2026'],
  ])
  const deadlines = async () =>
    (await office.call(variances.list, { carrierId: carrier.id, sort: 'month', order: 'asc' })).data.map(
      ({ month, class: name, disputeBy }) => `${month} ${name} ${disputeBy}`,
    )
  expect(await deadlines()).toEqual(['2026-02-01 missing 2026-05-29', '2026-03-01 short 2026-07-09'])
  await admin.call(uploads.undo, { batchId: first.batchId ?? 0 })
  await pay([
    ['M1', 1, '60.00', ''],
    ['M1', 3, '20.00', '03/2026'],
  ])
  expect(await deadlines()).toEqual(['2026-02-01 missing 2026-05-29', '2026-03-01 short 2026-06-29'])
})

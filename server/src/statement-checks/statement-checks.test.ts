import { readFile } from 'node:fs/promises'
import { statements } from '@coverdesk/domain/commissions/statement-contract.ts'
import { exceptions } from '@coverdesk/domain/exceptions/exception-contract.ts'
import { payRuns } from '@coverdesk/domain/pay-runs/pay-run-contract.ts'
import { schedules } from '@coverdesk/domain/schedules/schedule-contract.ts'
import { statementChecks } from '@coverdesk/domain/statement-checks/statement-check-contract.ts'
import { uploads } from '@coverdesk/domain/uploads/upload-contract.ts'
import { variances } from '@coverdesk/domain/variances/variance-contract.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Person, TestApp } from '../testing/test-app.ts'
import { commissionCsv, uploadAs } from '../uploads/commissions/commission-samples.ts'
import { newCarrier, startUnpaidApp, uploadPolicies } from '../uploads/policies/unpaid-samples.ts'
import { refusal } from '../uploads/policies/upload-samples.ts'

let agency: TestApp
let admin: Person
let office: Person
let carrier: { id: number; name: string }
beforeEach(async () => {
  ;({ agency, admin } = await startUnpaidApp())
  const claims = ['admin.Statement', 'admin.AgentPayment']
  office = await agency.person({ roles: ['agent', 'administrator'], claims, fullAccess: true })
  carrier = await newCarrier(agency)
  const row = { carrierId: carrier.id, firstMonth: '01/2026', lastMonth: '12/2026', amount: '20.00' }
  await office.call(schedules.create, row)
  await sql`
    insert into agent_contracts (agent_id, start_date, basis, percent) select id, '2020-01-01', 'percent', 70 from agents where npn is not null`.execute(
    agency.db,
  )
})
afterEach(() => agency.close())

const numbers = ['W1', 'W2', 'W3', 'W4', 'W5']
/** Five policies of 40.00 a month. */
const book = (month: number) =>
  uploadPolicies(
    admin,
    { carrierId: carrier.id, month },
    numbers.map((number) => ({ number, members: 2, effective: '01/01/2026' })),
  )
let files = 0
async function pay(month: number, paid: readonly string[], amount = '40.00'): Promise<number> {
  const rows = paid.map((number) => ({ number, month, amount }))
  const { batchId } = await uploadAs(admin, commissionCsv(rows, carrier.name), {}, `whole-${++files}.csv`)
  return batchId ?? 0
}
const open = async () =>
  (await office.call(variances.list, { carrierId: carrier.id, pageSize: 100 })).data
    .map((row) => `${row.policyNumber} ${row.month.slice(5, 7)} ${row.class} ${row.stake}`)
    .sort()
const february = () => ({ carrierId: carrier.id, month: 2, year: 2026 })

test('A statement with less than half of its lines counts once a person confirms it as whole, and no longer when that is taken back', async () => {
  await book(1)
  await pay(1, numbers)
  await pay(2, ['W1', 'W2'])
  expect(await open()).toEqual([])
  expect(await office.call(statementChecks.one, february())).toEqual({
    lines: 2,
    amount: '80.00',
    matched: 2,
    exceptions: 0,
    setAside: 0,
    totals: 0,
    deleted: 0,
    hasCome: false,
    confirmation: null,
    refused: 0,
    waiting: 0,
    refusedRows: [],
  })
  const whole = await office.call(statementChecks.confirm, { ...february(), reason: 'Three left the carrier’s portal' })
  expect(whole).toMatchObject({ hasCome: true, confirmation: { lines: 2, holds: true } })
  expect(whole.confirmation?.reason).toBe('Three left the carrier’s portal')
  expect(whole.confirmation?.by).not.toBe('')
  const missing = ['W3 02 missing 40.00', 'W4 02 missing 40.00', 'W5 02 missing 40.00']
  expect(await open()).toEqual(missing)
  expect(await office.call(statementChecks.withdraw, february())).toMatchObject({ hasCome: false, confirmation: null })
  expect(await open()).toEqual([])
  expect((await refusal(office.call(statementChecks.withdraw, february()))).code).toBe('statement.not_confirmed')
})

test('The confirmation of a statement does not outlive the undo of its file, and holds again when the file is loaded again', async () => {
  await book(1)
  await pay(1, numbers)
  const file = await pay(2, ['W1', 'W2'])
  await office.call(statementChecks.confirm, february())
  await admin.call(uploads.undo, { batchId: file })
  expect(await open()).toEqual([])
  expect(await office.call(statementChecks.one, february())).toMatchObject({
    lines: 0,
    hasCome: false,
    confirmation: { lines: 2, holds: false },
  })
  await pay(2, ['W1', 'W2'])
  expect(await open()).toHaveLength(3)
})

test('A statement that will not come at all is confirmed with no line: its month is missing, and its pay run can be closed', async () => {
  await book(1)
  await book(2)
  await pay(1, numbers)
  const first = await office.call(payRuns.start, { month: '01/2026' })
  await office.call(payRuns.close, { id: first.id, inputHash: first.inputHash })
  const { id } = await office.call(payRuns.start, { month: '02/2026' })
  const statementsOf = async () =>
    (await office.call(payRuns.one, { id })).checks.find(({ check }) => check === 'statements')?.isMet
  expect(await statementsOf()).toBe(false)
  const rowsOf = async () =>
    (
      await sql`select to_jsonb(e) as row from pay_earnings e where run_id = ${first.id} order by e.id`.execute(
        agency.db,
      )
    ).rows
  const closed = await rowsOf()
  await office.call(statementChecks.confirm, february())
  expect(await statementsOf()).toBe(true)
  expect(await open()).toEqual(numbers.map((number) => `${number} 02 missing 40.00`))
  expect(await rowsOf()).toEqual(closed)
})

test('Equal lines are a duplicate until a person confirms both as right; a third one is a duplicate again', async () => {
  await book(1)
  const file = await pay(1, ['W1', 'W1', 'W2', 'W3', 'W4', 'W5'])
  expect(await open()).toEqual(['W1 01 duplicate 40.00'])
  const [row] = (await office.call(variances.list, { carrierId: carrier.id })).data
  const id = row?.id ?? 0
  const over = await office.call(variances.confirmEqualLines, { id, reason: 'Paid for the December cut' })
  expect(over).toMatchObject({ class: 'over', stake: '40.00' })
  expect((await office.call(variances.one, { id })).confirmation).toMatchObject({ reason: 'Paid for the December cut' })
  expect((await office.call(variances.history, { id })).map(({ action }) => action)).toEqual(['Equal lines confirmed'])
  expect((await refusal(office.call(variances.confirmEqualLines, { id }))).code).toBe('variance.not_duplicate')

  await admin.call(uploads.undo, { batchId: file })
  await pay(1, ['W1', 'W1', 'W2', 'W3', 'W4', 'W5'])
  expect(await open()).toEqual(['W1 01 over 40.00'])

  const rows = ['W1', 'W1', 'W1'].map((number) => ({ number, month: 1, amount: '40.00' }))
  const third = await uploadAs(admin, commissionCsv(rows, carrier.name), {}, 'third.csv')
  expect(await open()).toEqual(['W1 01 duplicate 80.00'])
  await admin.call(uploads.undo, { batchId: third.batchId ?? 0 })
  const [again] = (await office.call(variances.list, { carrierId: carrier.id })).data
  expect(await office.call(variances.withdrawEqualLines, { id: again?.id ?? 0 })).toMatchObject({ class: 'duplicate' })
  expect((await refusal(office.call(variances.withdrawEqualLines, { id: again?.id ?? 0 }))).code).toBe(
    'variance.not_confirmed',
  )
})

test('The pay of an equal line is held until it is confirmed as right; then the next run pays it, and the closed one stays', async () => {
  await book(1)
  await pay(1, ['W1', 'W1', 'W2', 'W3', 'W4', 'W5'])
  const first = await office.call(payRuns.start, { month: '01/2026' })
  expect(first).toMatchObject({ held: '28.00', paid: '140.00' })
  await office.call(payRuns.close, { id: first.id, inputHash: first.inputHash })
  const [row] = (await office.call(variances.list, { carrierId: carrier.id })).data
  await office.call(variances.confirmEqualLines, { id: row?.id ?? 0 })
  await pay(2, numbers)
  const next = await office.call(payRuns.start, { month: '02/2026' })
  expect(next).toMatchObject({ paid: '168.00' })
  expect(await office.call(payRuns.one, { id: first.id })).toMatchObject({ held: '28.00', paid: '140.00' })
})

test('Rows that were refused while loading are named on the statement and hold the close, until they are loaded corrected or set aside', async () => {
  await book(1)
  const good = numbers.slice(0, 3).map((number) => ({ number, month: 1, amount: '40.00' }))
  const bad = ['W4', 'W5'].map((number) => ({ number, month: 1, amount: 'forty' }))
  const loaded = await uploadAs(
    admin,
    commissionCsv([...good, ...bad], carrier.name),
    { loadGoodRows: true },
    'bad.csv',
  )
  const batchId = loaded.batchId ?? 0
  const statement = { carrierId: carrier.id, month: 1, year: 2026 }
  const check = await office.call(statementChecks.one, statement)
  expect(check).toMatchObject({ lines: 3, matched: 3, exceptions: 0, refused: 2, waiting: 2 })
  expect(
    check.refusedRows.map(({ fileName, line, column, value, policyNumber }) => [
      fileName,
      line,
      column,
      value,
      policyNumber,
    ]),
  ).toEqual([
    ['bad.csv', 5, 'Amount', 'forty', 'W4'],
    ['bad.csv', 6, 'Amount', 'forty', 'W5'],
  ])
  const run = await office.call(payRuns.start, { month: '01/2026' })
  const refused = async () =>
    (await office.call(payRuns.one, { id: run.id })).checks.find((one) => one.check === 'refused')
  expect(await refused()).toMatchObject({ isMet: false })
  const closing = await refusal(office.call(payRuns.close, { id: run.id, inputHash: run.inputHash }))
  expect(closing.code).toBe('pay_run.not_ready')
  expect(closing.message).toContain('2 rows of statements were refused while loading (bad.csv, line 5, 6).')

  await pay(1, ['W4'])
  expect(await office.call(statementChecks.one, statement)).toMatchObject({ lines: 4, refused: 1, waiting: 1 })
  const aside = await office.call(statementChecks.setAside, {
    ...statement,
    batchId,
    line: 6,
    reason: 'Paid in February',
  })
  expect(aside).toMatchObject({ refused: 1, waiting: 0 })
  expect(aside.refusedRows[0]?.setAside).toMatchObject({ reason: 'Paid in February' })
  expect(await refused()).toMatchObject({ isMet: true })

  await office.call(statementChecks.putBack, { ...statement, batchId, line: 6 })
  expect(await refused()).toMatchObject({ isMet: false })
  await pay(1, numbers)
  expect(await office.call(statementChecks.one, statement)).toMatchObject({ lines: 5, refused: 0, refusedRows: [] })
  expect(await refused()).toMatchObject({ isMet: true })
})

test('A refused row that is set aside stays so when its file is undone and loaded again', async () => {
  await book(1)
  const rows = [
    { number: 'W1', month: 1, amount: '40.00' },
    { number: 'W2', month: 1, amount: 'forty' },
  ]
  const load = async () =>
    (await uploadAs(admin, commissionCsv(rows, carrier.name), { loadGoodRows: true }, 'again.csv')).batchId ?? 0
  const first = await load()
  const statement = { carrierId: carrier.id, month: 1, year: 2026 }
  await office.call(statementChecks.setAside, { ...statement, reason: 'A subtotal' })
  await admin.call(uploads.undo, { batchId: first })
  expect(await office.call(statementChecks.one, statement)).toMatchObject({ lines: 0, refused: 0 })
  await load()
  expect(await office.call(statementChecks.one, statement)).toMatchObject({ lines: 1, refused: 1, waiting: 0 })
})

test('After an upgrade, rows refused before their month was closed do not hold the next close; rows refused later do', async () => {
  await book(1)
  const load = async (month: number, name: string, number = 'W1') => {
    const rows = [
      { number, month, amount: '40.00' },
      { number: 'W2', month, amount: 'forty' },
    ]
    const { batchId } = await uploadAs(admin, commissionCsv(rows, carrier.name), { loadGoodRows: true }, name)
    return batchId ?? 0
  }
  const january = { carrierId: carrier.id, month: 1, year: 2026 }
  const batchId = await load(1, 'january.csv')
  const first = await office.call(payRuns.start, { month: '01/2026' })
  await office.call(statementChecks.setAside, {
    ...january,
    batchId,
    line: 3,
    reason: 'Closed by a version without it',
  })
  await office.call(payRuns.close, { id: first.id, inputHash: first.inputHash })
  await sql`delete from refused_rows_set_aside`.execute(agency.db)
  await sql`update import_batches set loaded_at = r.closed_at - interval '1 day' from pay_runs r
    where r.id = ${first.id} and import_batches.id = ${batchId}`.execute(agency.db)
  await load(2, 'february.csv')
  const { id } = await office.call(payRuns.start, { month: '02/2026' })
  const refused = async () =>
    (await office.call(payRuns.one, { id })).checks.find(({ check }) => check === 'refused')?.what
  expect(await refused()).toContain('2 rows of statements were refused while loading')

  const upgrade = new URL('../../migrations/0342-refused-rows-of-closed-months.sql', import.meta.url)
  await sql.raw(await readFile(upgrade, 'utf8')).execute(agency.db)
  expect(await refused()).toContain('1 row of a statement was refused while loading (february.csv, line 3).')
  const check = await office.call(statementChecks.one, january)
  expect(check).toMatchObject({ refused: 1, waiting: 0 })
  expect(check.refusedRows[0]?.setAside).toMatchObject({
    by: 'Coverdesk',
    reason: 'Refused before its month was closed',
  })

  await load(1, 'january-late.csv', 'W3')
  expect(await refused()).toContain('2 rows of statements were refused while loading')
  await sql.raw(await readFile(upgrade, 'utf8')).execute(agency.db)
  expect(await refused()).toContain('2 rows of statements were refused while loading')
})

test('Total rows of a statement’s file are counted beside its lines, not after an undo, and again when it is loaded again', async () => {
  await book(1)
  const total = { number: '', npn: '', name: 'Total', amount: '80.00' }
  const rows = ['W1', 'W2'].map((number) => ({ number, month: 1, amount: '40.00' }))
  const load = async () => {
    const file = commissionCsv([...rows, { ...total, month: 1, members: '' }], carrier.name)
    return (await uploadAs(admin, file, {}, 'totals.csv')).batchId ?? 0
  }
  const january = { carrierId: carrier.id, month: 1, year: 2026 }
  const counts = async () => {
    const { lines, matched, exceptions, totals } = await office.call(statementChecks.one, january)
    return { lines, matched, exceptions, totals }
  }
  const first = await load()
  expect(await counts()).toEqual({ lines: 2, matched: 2, exceptions: 0, totals: 1 })
  await admin.call(uploads.undo, { batchId: first })
  expect(await counts()).toEqual({ lines: 0, matched: 0, exceptions: 0, totals: 0 })
  await load()
  expect(await counts()).toEqual({ lines: 2, matched: 2, exceptions: 0, totals: 1 })
})

test('Lines read = matched + exceptions + refused + totals, with the same numbers on each screen of a statement and of its file', async () => {
  await book(1)
  const line = { month: 1, amount: '40.00' }
  const rows = [
    { ...line, number: 'W1' },
    { ...line, number: 'W2' },
    { ...line, number: 'X1', name: 'Someone Else' },
    { ...line, number: 'W3', amount: 'forty' },
    { ...line, number: 'W1', month: 2 },
    { ...line, number: '', npn: '', name: 'Total', amount: '160.00', members: '' },
  ]
  const { batchId } = await uploadAs(admin, commissionCsv(rows, carrier.name), { loadGoodRows: true }, 'read.csv')
  const file = { batchId: batchId ?? 0 }
  const january = { carrierId: carrier.id, month: 1, year: 2026 }
  const span = { carrierId: carrier.id, monthFrom: '01/2026', monthTo: '01/2026' }
  const read = { matched: 2, exceptions: 1, setAside: 0, refused: 1, totals: 1, deleted: 0 }
  expect(await office.call(statementChecks.lines, span)).toEqual(read)
  expect(await office.call(statementChecks.lines, { carrierId: carrier.id })).toEqual({ ...read, matched: 3 })
  expect(await admin.call(statementChecks.ofFile, file)).toEqual({ ...read, matched: 3 })
  expect(await office.call(statementChecks.one, january)).toMatchObject(read)
  const summary = await office.call(exceptions.summary, { carrierId: carrier.id, month: '01/2026' })
  expect(summary).toMatchObject({ matched: 2, exceptions: 1, setAside: 0, rows: { refused: 1, totals: 1 } })
  const none = { matched: 0, exceptions: 0, setAside: 0, refused: 0, totals: 0, deleted: 0 }
  expect(await office.call(statementChecks.lines, { ...span, monthFrom: '03/2026', monthTo: '03/2026' })).toEqual(none)

  // A deletion says so in the file that brought the lines.
  await office.call(statements.remove, january)
  expect(await admin.call(statementChecks.ofFile, file)).toEqual({ ...read, matched: 1, exceptions: 0, deleted: 3 })
  await admin.call(uploads.undo, file)
  expect(await admin.call(statementChecks.ofFile, file)).toBeNull()
})

import { amountOf, cents } from '@coverdesk/domain/fields/amount.ts'
import { policies } from '@coverdesk/domain/policies/policy-contract.ts'
import { uploads } from '@coverdesk/domain/uploads/upload-contract.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person, TestApp } from '../../testing/test-app.ts'
import {
  type CommissionRow,
  carrierWithPolicies,
  checkAs,
  commissionCsv,
  startCommissionApp,
  sumsOf,
  type UploadOptions,
  uploadAs,
} from '../../uploads/commissions/commission-samples.ts'
import { csv, headings, policyRows, refusal } from '../../uploads/policies/upload-samples.ts'

let agency: TestApp
let admin: Person
let carrier: { id: number; name: string }

beforeAll(async () => {
  ;({ agency, admin } = await startCommissionApp())
})
afterAll(() => agency.close())

/** A separate carrier for each test. */
const ownCarrier = async () => {
  carrier = await carrierWithPolicies(agency)
}
const file = (...rows: CommissionRow[]) => commissionCsv(rows, carrier.name)
const load = (text: string, more: UploadOptions = {}) => uploadAs(admin, text, more)
const undo = (batchId: number | null) => admin.call(uploads.undo, { batchId: batchId ?? 0 })
const sums = () => sumsOf(agency.db, carrier.id)
const total = async () => (await sums()).lines

/** Rows of known and unknown policies, months of two years, amounts of every size and sign. */
const rowsOfFile = fc.array(
  fc.record({
    number: fc.integer({ min: 1, max: 12 }).map((n) => `C${n}`),
    npn: fc.constantFrom('19984127', '77777', ''),
    month: fc.integer({ min: 1, max: 12 }),
    year: fc.constantFrom(2025, 2026),
    members: fc.integer({ min: -3, max: 9 }),
    amount: fc
      .oneof(
        fc.integer({ min: -250, max: 250 }),
        fc.integer({ min: -9_999_999, max: 9_999_999 }),
        fc.constantFrom(1, -1, 0, 999_999_999_999, -999_999_999_999),
      )
      .map(amountOf),
  }),
  { minLength: 1, maxLength: 40 },
)
const centsOf = (rows: readonly CommissionRow[]) =>
  rows.reduce((sum, { amount }) => sum + (cents(amount) ?? Number.NaN), 0)

test('P-59 P-60 UPLOAD-15 for any file, its rows, its batch, the lines, the totals and the screens agree to the cent, and undoing in any order removes everything', async () => {
  await fc.assert(
    fc.asyncProperty(rowsOfFile, rowsOfFile, async (first, second) => {
      await ownCarrier()
      const runs = []
      let sent = 0
      for (const [at, rows] of [first, second].entries()) {
        const before = await sums()
        const text = commissionCsv([...rows, { number: `S${carrier.id}-${at}`, amount: '0.00' }], carrier.name)
        const dry = await checkAs(admin, text, { onTop: true })
        const run = await load(text, { onTop: true })
        sent += centsOf(rows)
        expect(run.commissions).toEqual(dry.commissions)
        expect(cents(run.commissions?.amount ?? '')).toBe(centsOf(rows))
        const months = run.commissions?.months ?? []
        expect(months.reduce((sum, month) => sum + (cents(month.after) ?? 0) - (cents(month.before) ?? 0), 0)).toBe(
          centsOf(rows),
        )
        const after = await sums()
        expect(after.lines).toBe((before.lines ?? 0) + centsOf(rows))
        expect(after).toMatchObject({ lines: sent, months: sent, tracks: sent, batches: sent, years: after.matched })
        runs.push(run)
      }
      const [a, b] = runs
      for (const run of carrier.id % 2 === 0 ? [a, b] : [b, a]) await undo(run?.batchId ?? 0)
      expect(await sums()).toEqual({ lines: 0, matched: 0, years: 0, months: 0, tracks: 0, batches: 0 })
    }),
    { numRuns: 6, seed: 59 },
  )
})

test('P-59 an agent sees on the policies exactly the amounts of the file', async () => {
  await ownCarrier()
  await load(
    file(
      { number: 'C1', amount: '0.10' },
      { number: 'C1', amount: '0.20' },
      { number: 'C1', month: 12, year: 2025, amount: '-0.01' },
    ),
  )
  const { id } = await agency.db
    .selectFrom('policies')
    .select('id')
    .where('carrier_id', '=', carrier.id)
    .where('policy_number', '=', 'C1')
    .executeTakeFirstOrThrow()
  const { commissions } = await admin.call(policies.detail, { id })
  expect(commissions.map(({ year, total }) => [year, total])).toEqual([
    [2026, '0.30'],
    [2025, '-0.01'],
  ])
})

test('P-57 importing the same file twice, in sequence or concurrently, returns 409 with the first upload regardless of the form', async () => {
  await ownCarrier()
  const text = file({ number: 'C1', amount: '22.05' }, { number: 'X1', amount: '-7.00' })
  const ends = await Promise.allSettled([
    load(text),
    load(text),
    load(text, { carrierId: carrier.id }),
    load(text, { onTop: true }),
  ])
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const end of ends)
    if (end.status === 'rejected') expect(end.reason).toMatchObject({ status: 409, code: 'upload.duplicate' })
  const again = await refusal(load(text, { carrierId: carrier.id, month: 5, year: 2026, onTop: true }))
  expect(again.message).toMatch(
    /^This file has already been loaded: statement\.csv on \d\d\/\d\d\/\d{4} \d{1,2}:\d\d [AP]M by /,
  )
  expect(await total()).toBe(1505)
  expect(await checkAs(admin, text)).toMatchObject({ state: 'refused', message: again.message })
})

test('P-57 a file without a column for the month is loaded again for another month, and once for each', async () => {
  await ownCarrier()
  const text = `Carrier,PolicyNumber,Amount\n${carrier.name},C1,22.05\n${carrier.name},C2,-7.00\n`
  await load(text, { month: 3, year: 2026 })
  await load(text, { month: 4, year: 2026 })
  expect(await total()).toBe(3010)
  for (const month of [3, 4])
    expect(await refusal(load(text, { month, year: 2026 }))).toMatchObject({ code: 'upload.duplicate' })
  expect(await checkAs(admin, text, { month: 5, year: 2026 })).toMatchObject({ state: 'checked' })
  expect(await total()).toBe(3010)
})

test('P-57 the same rows in another file are not a second payment', async () => {
  await ownCarrier()
  const text = file(
    { number: 'C1', amount: '22.05' },
    { number: 'C1', amount: '22.05' },
    { number: 'C2', amount: '-7.00' },
  )
  await load(text)
  const again = await load(text.replaceAll('\n', '\r\n'))
  expect(again).toMatchObject({
    counts: { new: 0, changed: 0, unchanged: 3 },
    commissions: { before: '37.10', after: '37.10' },
  })
  expect(await total()).toBe(3710)
  const third = await load(`${text}${file({ number: 'C1', amount: '22.05' }).split('\n')[1]}\n`)
  expect(third.counts).toMatchObject({ new: 1, unchanged: 3 })
  expect(await total()).toBe(5915)
})

test('P-58 concurrent files for the same policies give the same result as sequential ones', async () => {
  await ownCarrier()
  const numbers = Array.from({ length: 9 }, (_, at) => `C${at + 1}`)
  const row = (number: string) => ({ number, amount: '10.00' })
  const a = file(...numbers.map(row))
  const b = file(...numbers.slice(3).map(row), { number: 'C1', amount: '20.00' })
  const runs = await Promise.all([load(a), load(b)])
  expect(await total()).toBe(9 * 1000 + 2000)
  expect(runs.map(({ counts }) => counts?.unchanged).sort()).toEqual([0, 6])
  expect(await sums()).toMatchObject({ months: await total(), years: await total() })
})

test('UPLOAD-15 another amount is another payment, and a chargeback never equals one; Add counts equal rows, too', async () => {
  await ownCarrier()
  await load(file({ number: 'C1', amount: '20.00' }, { number: 'C2', amount: '20.00' }))
  const next = file(
    { number: 'C1', amount: '25.00' },
    { number: 'C2', amount: '-20.00' },
    { number: 'C2', month: 4, amount: '20.00' },
  )
  const run = await checkAs(admin, next)
  expect(run.counts).toMatchObject({ new: 3, changed: 0, unchanged: 0 })
  expect(run.commissions?.months.map(({ month, before, after }) => [month, before, after])).toEqual([
    [4, '0.00', '20.00'],
    [3, '40.00', '45.00'],
  ])
  await load(next)
  expect(await total()).toBe(6500)
  await load(file({ number: 'C1', amount: '25.00' }), { onTop: true })
  expect(await total()).toBe(9000)
})

test('UPLOAD-15 a statement that marks its amounts with CR and DR is read by them, and the dry run says so', async () => {
  await ownCarrier()
  const text = file(
    { number: 'C1', amount: 'USD 20.00 CR' },
    { number: 'C2', amount: '7.50 DR' },
    { number: 'Total', amount: '12.50' },
  )
  expect((await checkAs(admin, text)).readAs.signMarks).toBe(true)
  await load(text)
  expect(await total()).toBe(1250)
})

test('UPLOAD-15 a bonus needs no policy number and counts once; any other line without one is refused', async () => {
  await ownCarrier()
  const text = csv([
    ['Carrier', 'Policy Number', 'Type', 'Month', 'Year', 'Amount', 'NPN'],
    [carrier.name, 'C1', 'Renewal', '3', '2026', '20.00', '19984127'],
    [carrier.name, '', 'Bonus', '3', '2026', '500.00', '19984127'],
  ])
  const mapping = JSON.stringify({ Type: 'Kind' })
  const first = await load(text, { mapping })
  expect(first.commissions?.unmatched).toMatchObject({ policy: 0, setAside: 1 })
  expect(await total()).toBe(52000)
  expect((await load(`${text}\n`, { mapping })).counts).toMatchObject({ new: 0, unchanged: 2 })
  expect(await total()).toBe(52000)
  const other = await checkAs(admin, text.replace('Bonus', 'Renewal'), { mapping })
  expect(other.problems).toMatchObject([
    { line: 3, column: 'Policy Number', reason: expect.stringContaining('whose type says bonus') },
  ])
})

test('a statement without a column of policy numbers loads by names, and refuses a line without one in words', async () => {
  await ownCarrier()
  const text = csv([
    ['Carrier', 'Member Name', 'Month', 'Year', 'Amount'],
    [carrier.name, 'Ian McDonald', '3', '2026', '20.00'],
    [carrier.name, '', '3', '2026', '5.00'],
  ])
  const checked = await checkAs(admin, text)
  expect(checked.commissions?.numberless).toEqual({ count: 1, amount: '20.00' })
  expect(checked.problems).toMatchObject([
    { line: 3, column: 'Policy number', value: null, reason: expect.stringContaining('names the insured') },
  ])
})

test('UPLOAD-15 a Spanish statement loads as it is', async () => {
  await ownCarrier()
  const text = csv([
    ['Aseguradora', 'Número de póliza', 'Asegurado', 'Mes', 'Año', 'Comisión', 'Tipo de comisión'],
    [carrier.name, 'C1', 'Ana Boyd', 'marzo', '2026', '$20.00', 'Renovación'],
    ['Total', '', '', '', '', '$20.00', ''],
  ])
  const { commissions, unknownValues, counts } = await load(text)
  expect({
    months: commissions?.months.map(({ month, after }) => [month, after]),
    unknownValues,
    counts,
  }).toMatchObject({
    months: [[3, '20.00']],
    unknownValues: [],
    counts: { new: 1, refused: 0 },
  })
})

test('UPLOAD-15 a statement with CR on some of its amounts is refused, because CR may mean either sign', async () => {
  await ownCarrier()
  const run = await checkAs(admin, file({ number: 'C1', amount: '20.00' }, { number: 'C2', amount: '7.50 CR' }))
  expect(run.readAs.signMarks).toBe(false)
  expect(run.problems).toMatchObject([{ line: 3, value: '7.50 CR', reason: expect.stringContaining('Remove CR') }])
})

test('P-60 policies with commissions cannot be removed by an undo', async () => {
  await ownCarrier()
  const report = await admin.call(
    uploads.process,
    { carrierId: carrier.id, month: 3, year: 2026, part: 'some' },
    { text: csv([headings, ...policyRows(1, 2)]), name: 'book.csv' },
  )
  const paid = await load(file({ number: 'U10001', amount: '22.05' }))
  expect(paid.commissions?.unmatched.rows).toBe(0)
  expect((await refusal(undo(report.batchId))).code).toBe('upload.changed_since')
  await undo(paid.batchId)
  expect((await undo(report.batchId)).undoneAt).not.toBeNull()
})

test('an import writes one audit event without amounts, names and numbers', async () => {
  await ownCarrier()
  const run = await load(file({ number: 'C1', amount: '4711.17', name: 'Very Private' }))
  const { rows } = await sql<{ event: string }>`
    select to_jsonb(e)::text as event from audit_events e where entity = 'commissions' and entity_id = ${String(run.batchId)}`.execute(
    agency.db,
  )
  expect(rows).toHaveLength(1)
  expect(rows[0]?.event).toContain('import')
  for (const secret of ['4711', 'Private', '19984127']) expect(rows[0]?.event).not.toContain(secret)
})

import { statements } from '@coverdesk/domain/commissions/statement-contract.ts'
import { cents } from '@coverdesk/domain/fields/amount.ts'
import { uploads } from '@coverdesk/domain/uploads/upload-contract.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person, TestApp } from '../../testing/test-app.ts'
import {
  carrierWithPolicies,
  checkAs,
  commissionState,
  startCommissionApp,
  sumsOf,
  type UploadOptions,
  uploadAs,
} from '../../uploads/commissions/commission-samples.ts'
import { csv, refusal } from '../../uploads/policies/upload-samples.ts'

let agency: TestApp
let admin: Person
let office: Person
let carrier: { id: number; name: string }

beforeAll(async () => {
  ;({ agency, admin } = await startCommissionApp())
  office = await agency.person({ roles: ['agent', 'administrator'], claims: ['admin.Statement'] })
})
afterAll(() => agency.close())

const ownCarrier = async () => {
  carrier = await carrierWithPolicies(agency)
}
const load = (text: string, more: UploadOptions = {}) =>
  uploadAs(admin, text, { carrierId: carrier.id, month: 3, year: 2026, ...more })
const undo = (batchId: number | null) => admin.call(uploads.undo, { batchId: batchId ?? 0 })
const sums = () => sumsOf(agency.db, carrier.id)
const state = async () => {
  const { lines, months, years, tracks, matched } = await sums()
  return { lines, months, years, tracks, matched }
}
const lines = async () =>
  (
    await sql<{ line: string }>`
      select concat_ws(' ', l.policy_number, l.amount, l.kind, l.members, l.insured_name, a.npn, l.agent_by) as line
      from commission_lines l left join agents a on a.id = l.agent_id
      where l.carrier_id = ${carrier.id} order by 1`.execute(agency.db)
  ).rows.map(({ line }) => line)

/** What a payment is; a file says of it what its columns are. */
interface Payment {
  number: string
  npn: string
  amount: string
  kind: string
  members: number
}

const layouts = {
  all: ['Writing Broker NPN', 'Policy Number', 'Member Name', 'Lives', 'Commission Action', 'Gross Commission'],
  bare: ['Policy #', 'Amount'],
  named: ['Policy ID', 'Commission', 'Insured', 'Members'],
  typed: ['Amount', 'PolicyNumber', 'Kind', 'AgentNPN'],
} as const
type Layout = keyof typeof layouts

const cells: Readonly<Record<string, (payment: Payment) => string>> = {
  'Writing Broker NPN': ({ npn }) => npn,
  AgentNPN: ({ npn }) => npn,
  'Policy Number': ({ number }) => number,
  'Policy #': ({ number }) => number.toLowerCase(),
  'Policy ID': ({ number }) => `'${number.slice(0, 1)}-${number.slice(1)}`,
  PolicyNumber: ({ number }) => ` ${number} `,
  'Member Name': () => 'LEDESMA, ROSA',
  Insured: () => 'Rosa Ledesma',
  Lives: ({ members }) => String(members),
  Members: ({ members }) => String(members),
  'Commission Action': ({ kind }) => kind,
  Kind: ({ kind }) => kind,
  'Gross Commission': ({ amount }) => `$${amount}`,
  Amount: ({ amount }) => amount,
  Commission: ({ amount }) => (amount.startsWith('-') ? `(${amount.slice(1)})` : amount),
}

/** The file; `salt` makes its bytes its own. */
function fileOf(layout: Layout, payments: readonly Payment[], salt = 0): string {
  const headings = [...layouts[layout], `Note ${carrier.id}-${salt}`]
  return csv([headings, ...payments.map((payment) => headings.map((heading) => cells[heading]?.(payment) ?? ''))])
}

const rosa: Payment = { number: 'C1', npn: '20417733', amount: '1020.00', kind: 'renewal', members: 2 }
const others: Payment[] = [
  { ...rosa, number: 'C2', amount: '20.00' },
  { ...rosa, number: 'C2', amount: '20.00' },
  { ...rosa, number: 'X1', amount: '-5.15' },
]

test.each([
  ['with and without the agent', 'typed', 'bare'],
  ['without and with the agent', 'bare', 'typed'],
  ['in two carriers\u2019 layouts', 'all', 'named'],
] as const)('A-128 a statement loaded %s counts once, to the cent', async (_, first, second) => {
  await ownCarrier()
  const payments = [rosa, ...others]
  const run = await load(fileOf(first, payments))
  expect(run.counts).toMatchObject({ new: 4 })
  const before = await state()
  const again = await load(fileOf(second, payments))
  expect(again.counts).toMatchObject({ new: 0, refused: 0 })
  expect(again.commissions).toMatchObject({ before: '1054.85', after: '1054.85' })
  expect(await state()).toEqual(before)
  // One more of the same is one more payment.
  const more = await load(fileOf(second, [...payments, rosa], 1))
  expect(more.counts).toMatchObject({ new: 1 })
  expect((await sums()).lines).toBe(105_485 + 102_000)
})

test('A-128 agents and kinds distinguish payments where both files say them', async () => {
  await ownCarrier()
  await load(fileOf('typed', [rosa]))
  const ben = await load(fileOf('typed', [{ ...rosa, npn: '19984127' }]))
  expect(ben.counts).toMatchObject({ new: 1 })
  expect((await load(fileOf('typed', [{ ...rosa, kind: 'bonus' }]))).counts).toMatchObject({ new: 1 })
  expect((await load(fileOf('bare', [rosa, rosa, rosa]))).counts).toMatchObject({ new: 0, unchanged: 3 })
  expect((await load(fileOf('bare', [rosa, rosa, rosa, rosa], 1))).counts).toMatchObject({ new: 1, unchanged: 3 })
})

test('A-128 member ids distinguish payments where both files say them, so a family that is paid by member is paid whole', async () => {
  await ownCarrier()
  const byMember = (members: readonly string[], salt: string) =>
    csv([['Policy #', 'Member Number', 'Amount', salt], ...members.map((member) => ['C1', member, '20.00', ''])])
  const more = { mapping: JSON.stringify({ 'Member Number': 'MemberId' }) }
  await load(byMember(['M-1', 'M-2'], 'a'), more)
  expect((await load(byMember(['m1', 'M-3'], 'b'), more)).counts).toMatchObject({ new: 1, unchanged: 1 })
  // A file without member ids says the same three payments.
  const bare = csv([['Policy #', 'Amount'], ...['1', '2', '3', '4'].map(() => ['C1', '20.00'])])
  expect((await load(bare)).counts).toMatchObject({ new: 1, unchanged: 3 })
})

test('A-128 a later file adds the details that the first one lacked, shown before it is loaded, and its undo takes them back', async () => {
  await ownCarrier()
  await load(fileOf('bare', [rosa]))
  const before = await commissionState(agency.db)
  expect(await lines()).toEqual(['C1 1020.00 other 19984127 policy'])
  const dry = await checkAs(admin, fileOf('all', [rosa]), { carrierId: carrier.id, month: 3, year: 2026 })
  const { data } = await admin.call(uploads.checkedRows, { runId: dry.id, outcome: 'changed' })
  const { name: agentName } = await agency.db
    .selectFrom('agents')
    .select('name')
    .where('npn', '=', '20417733')
    .executeTakeFirstOrThrow()
  expect(data.map(({ field, oldValue, newValue }) => [field, oldValue, newValue])).toEqual([
    ['AgentNPN', null, agentName],
    ['InsuredName', null, 'LEDESMA, ROSA'],
    ['Members', null, '2'],
    ['Kind', null, 'renewal'],
  ])
  const run = await load(fileOf('all', [rosa]))
  expect(await lines()).toEqual(['C1 1020.00 renewal 2 LEDESMA, ROSA 20417733 file'])
  await undo(run.batchId)
  expect(await commissionState(agency.db)).toEqual(before)
})

test('P-60 an undone file leaves the payments that another file says, too', async () => {
  await ownCarrier()
  const first = await load(fileOf('all', [rosa, ...others]))
  const second = await load(fileOf('bare', [...others.slice(0, 1), rosa]))
  await undo(first.batchId)
  expect(await lines()).toEqual(['C1 1020.00 other 19984127 policy', 'C2 20.00 other 19984127 policy'])
  expect(await state()).toEqual({ lines: 104_000, months: 104_000, years: 104_000, tracks: 104_000, matched: 104_000 })
  await undo(second.batchId)
  expect(await state()).toEqual({ lines: 0, months: 0, years: 0, tracks: 0, matched: 0 })
})

test('A-128 Replace deletes and loads a statement at once; its undo restores every line and total exactly', async () => {
  await ownCarrier()
  await load(fileOf('all', [rosa, ...others]))
  await load(fileOf('bare', [rosa], 1))
  const april = await load(fileOf('bare', [rosa], 2), { month: 4 })
  const before = await commissionState(agency.db)
  const corrected = fileOf('bare', [{ ...rosa, amount: '102.00' }], 3)
  const dry = await checkAs(admin, corrected, { carrierId: carrier.id, month: 3, year: 2026, replace: true })
  expect(dry.counts).toMatchObject({ new: 1, missing: 4 })
  expect(dry.commissions).toMatchObject({ before: '1054.85', after: '102.00' })
  const run = await load(corrected, { replace: true })
  expect((await sums()).lines).toBe(102_000 + 10_200)
  const batches = await admin.call(uploads.batches, { kind: 'commissions', carrier: carrier.id })
  expect(batches.data.map(({ id, undoneAt }) => [id, undoneAt !== null]).slice(0, 2)).toEqual([
    [run.batchId, false],
    [april.batchId, false],
  ])
  const later = await load(fileOf('bare', [{ ...rosa, number: 'C5' }], 4))
  expect((await refusal(undo(run.batchId))).message).toBe(
    'A later file, statement.csv, was loaded for a month that this one replaced; undo that one first',
  )
  await undo(later.batchId)
  await undo(run.batchId)
  expect(await commissionState(agency.db)).toEqual(before)
  expect((await load(fileOf('all', [rosa], 5))).counts).toMatchObject({ new: 0 })
})

test('A-128 P-59 undoing, deleting and reloading in any order end in the same sums', async () => {
  const payments: Payment[] = ['C1', 'C2', 'C3', 'X1', 'X2'].flatMap((number, at) =>
    ['20.00', '31.07', '-20.00'].map((amount) => ({
      number,
      npn: ['20417733', '19984127', '77777'][at % 3] ?? '',
      amount,
      kind: amount.startsWith('-') ? 'chargeback' : 'renewal',
      members: 2,
    })),
  )
  const file = fc.record({
    layout: fc.constantFrom<Layout>('all', 'bare', 'named', 'typed'),
    payments: fc.array(fc.constantFrom(...payments), { minLength: 1, maxLength: 8 }),
  })
  type File = { layout: Layout; payments: Payment[] }
  /** Of each payment as many as the file that says it most often. */
  const expected = (files: readonly File[]) => {
    let sum = 0
    for (const payment of payments) {
      const counts = files.map((of) => of.payments.filter((other) => other === payment).length)
      sum += Math.max(0, ...counts) * (cents(payment.amount) ?? 0)
    }
    return sum
  }
  await fc.assert(
    fc.asyncProperty(
      fc.array(file, { minLength: 2, maxLength: 4 }),
      fc.array(fc.record({ what: fc.constantFrom('undo', 'reload', 'delete'), at: fc.nat(3) }), { maxLength: 6 }),
      async (files, steps) => {
        await ownCarrier()
        const standing = new Map<number, number>()
        let salt = 0
        const put = async (at: number) => {
          const of = files[at]
          if (!of || standing.has(at)) return
          standing.set(at, (await load(fileOf(of.layout, of.payments, ++salt))).batchId ?? 0)
        }
        for (const at of files.keys()) await put(at)
        for (const { what, at } of steps) {
          if (what === 'reload') await put(at)
          else if (what === 'undo' && standing.has(at)) {
            await undo(standing.get(at) ?? 0)
            standing.delete(at)
          } else if (what === 'delete' && standing.size > 0) {
            await office.call(statements.remove, { carrierId: carrier.id, month: 3, year: 2026 })
            standing.clear()
          }
          const sum = expected([...standing.keys()].flatMap((of) => files[of] ?? []))
          expect(await sums()).toMatchObject({ lines: sum, months: sum, tracks: sum })
        }
        const { matched, years } = await sums()
        expect(years).toBe(matched)
      },
    ),
    { numRuns: 12, seed: 128 },
  )
})

import { statements } from '@coverdesk/domain/commissions/statement-contract.ts'
import { exceptions } from '@coverdesk/domain/exceptions/exception-contract.ts'
import type { InputOf } from '@coverdesk/domain/platform/route.ts'
import { schedules } from '@coverdesk/domain/schedules/schedule-contract.ts'
import { uploads } from '@coverdesk/domain/uploads/upload-contract.ts'
import { variances } from '@coverdesk/domain/variances/variance-contract.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeCarrier, termsFrom } from '../carriers/carrier-samples.ts'
import type { Person, TestApp } from '../testing/test-app.ts'
import { type CommissionRow, commissionCsv, uploadAs } from '../uploads/commissions/commission-samples.ts'
import { newCarrier, type PolicyFields, startUnpaidApp, uploadPolicies } from '../uploads/policies/unpaid-samples.ts'
import { csv, refusal } from '../uploads/policies/upload-samples.ts'
import { deriveMonths } from './derive-months.ts'

let agency: TestApp
let admin: Person
let office: Person
beforeAll(async () => {
  ;({ agency, admin } = await startUnpaidApp())
  office = await agency.person({ roles: ['agent', 'administrator'], claims: ['admin.Statement'] })
})
afterAll(() => agency.close())

type Carrier = { id: number; name: string }
/** A carrier that pays 20.00 per member in 2026, the first month with the second statement. */
async function paying(more: Partial<InputOf<typeof schedules.create>> = {}): Promise<Carrier> {
  const carrier = await newCarrier(agency)
  const row = { carrierId: carrier.id, firstMonth: '01/2026', lastMonth: '12/2026', amount: '20.00', firstLag: 1 }
  await office.call(schedules.create, { ...row, ...more })
  return carrier
}

let files = 0
const pay = (carrier: Carrier, rows: readonly CommissionRow[]) =>
  uploadAs(admin, commissionCsv(rows, carrier.name), {}, `statement-${++files}.csv`)
const book = (carrier: Carrier, month: number, policies: readonly PolicyFields[]) =>
  uploadPolicies(admin, { carrierId: carrier.id, month }, policies)
const two: PolicyFields[] = [
  { number: 'L1', name: 'Inés Álvarez', members: 3 },
  { number: 'L2', members: 2 },
]

const open = async ({ id }: Carrier) => (await office.call(variances.list, { carrierId: id, pageSize: 100 })).data
const closed = async ({ id }: Carrier) =>
  (await office.call(variances.list, { carrierId: id, state: 'closed', pageSize: 100 })).data
const shown = (rows: Awaited<ReturnType<typeof open>>) =>
  rows.map((row) => `${row.policyNumber} ${row.month.slice(0, 7)} ${row.class} ${row.stake}`).sort()

/** Missing months by the list of variances, and months without a commission by the list of unpaid policies (decision 284). */
async function missingAndUnpaid({ id }: Carrier): Promise<[string[], string[]]> {
  const { rows } = await sql<{ missing: string[]; unpaid: string[] }>`
    select array(select concat_ws(' ', v.policy_number, v.month, v.stake) from variances v
        where v.carrier_id = ${id} and v.class = 'missing' and v.closed_at is null order by v.policy_number, v.month) as missing,
      array(select concat_ws(' ', n.policy_number, n.month, n.at_stake) from unpaid_policies n
        where n.carrier_id = ${id} and n.why in ('commission', 'both') order by n.policy_number, n.month) as unpaid`.execute(
    agency.db,
  )
  return [rows[0]?.missing ?? [], rows[0]?.unpaid ?? []]
}

/** All rows of the ledger of a carrier, without ids and instants. */
async function ledgerOf({ id }: Carrier): Promise<unknown> {
  const { rows } = await sql`
    select (select jsonb_agg(to_jsonb(m) - 'id' order by m.policy_id, m.month) from commission_months m where m.carrier_id = ${id}) as months,
      (select jsonb_agg(to_jsonb(v) - 'id' - 'created_at' - 'updated_at' - 'closed_at' order by v.policy_id, v.month)
        from variances v where v.carrier_id = ${id}) as variances,
      (select jsonb_agg(to_jsonb(k) - 'id' order by to_jsonb(k) - 'id') from commission_tracks k
        where k.carrier_id = ${id} and k.expected_only) as tracks,
      (select jsonb_agg(to_jsonb(x) order by x.agent_id, x.statement) from expected_cash x where x.carrier_id = ${id}) as cash,
      (select jsonb_agg(to_jsonb(k) - 'id' - 'run_id' order by k.policy_id, k.agent_id, k.statement, k.amount)
        from expected_cash_rows k where k.carrier_id = ${id}) as "cashRows"`.execute(agency.db)
  return rows[0]
}

test('A chargeback and a late payment of October in the first file, of November, do not make October a month with a statement', async () => {
  const carrier = await paying({ firstLag: 0 })
  const numbers = Array.from({ length: 8 }, (_, at) => `N${at + 1}`)
  await book(
    carrier,
    9,
    numbers.map((number) => ({ number, members: 2, effective: '01/01/2025' })),
  )
  const november = numbers.map((number) => ({ number, month: 11, amount: '40.00' }))
  const late = [
    { number: 'N1', month: 10, amount: '-40.00' },
    { number: 'N2', month: 10, amount: '40.00' },
  ]
  await pay(carrier, [...november, ...late])
  expect(shown(await open(carrier)).filter((row) => row.endsWith('missing 40.00'))).toEqual([])
  await pay(
    carrier,
    numbers.slice(2, 8).map((number) => ({ number, month: 10, amount: '40.00' })),
  )
  expect(shown(await open(carrier))).toEqual(['N1 2026-10 chargeback not returned 80.00'])
})

test('A policy that an agent took over is not claimed for the months before the broker effective date', async () => {
  const carrier = await paying({ firstLag: 0 })
  const headings = [
    'PolicyNumber',
    'FirstName',
    'LastName',
    'AgentNPN',
    'NumberOfMembers',
    'EffectiveDate',
    'BrokerEffectiveDate',
  ]
  const old = ['L2', 'Rosa', 'Ledesma', '19984127', 2, '01/01/2026', '01/01/2026']
  const taken = ['T1', 'Ida', 'Case', '19984127', 3, '01/01/2026', '03/01/2026']
  const load = (month: number, rows: (string | number)[][]) =>
    admin.call(
      uploads.process,
      { carrierId: carrier.id, month, year: 2026 },
      { text: csv([headings, ...rows]), name: 'book.csv' },
    )
  await load(1, [old])
  for (const month of [1, 2]) await pay(carrier, [{ number: 'L2', month, amount: '40.00' }])
  await load(3, [old, taken])
  for (const month of [3, 4, 5])
    await pay(carrier, [
      { number: 'L2', month, amount: '40.00' },
      ...(month === 4 ? [] : [{ number: 'T1', month, amount: '60.00' }]),
    ])
  expect(shown(await open(carrier))).toEqual(['T1 2026-04 missing 60.00'])
})

test('A corrected book of the same month replaces the first one, also for the months before it (rules 2 and 8)', async () => {
  const carrier = await paying({ firstLag: 0 })
  await book(carrier, 3, [
    { number: 'L1', members: 3 },
    { number: 'L2', status: 'Terminated', term: '02/28/2026' },
  ])
  await book(carrier, 3, [{ number: 'L1' }, { number: 'L2' }])
  for (const month of [1, 2, 3])
    await pay(carrier, [
      { number: 'L1', month, amount: '40.00' },
      ...(month === 3 ? [] : [{ number: 'L2', month, amount: '40.00' }]),
    ])
  expect(shown(await open(carrier))).toEqual(['L2 2026-03 missing 40.00'])
})

test('Books count by their months in whatever order they are loaded, and an undo takes back what an older one said (rules 2 and 8)', async () => {
  const books = new Map([
    [1, [two[0], { number: 'L2', members: 2 }, { number: 'L4', members: 1 }]],
    [3, [{ ...two[0], members: 4 }, { number: 'L2', status: 'Terminated', term: '02/28/2026' }, { number: 'L4' }]],
    [5, [{ ...two[0], members: 4 }, { number: 'L2' }, { number: 'L3', members: 2 }, { number: 'L4' }]],
  ] satisfies [number, unknown[]][])
  const of = (month: number) => (books.get(month) ?? []).filter((row): row is PolicyFields => row !== undefined)
  const say = async (...months: number[]) => {
    const carrier = await paying({ firstLag: 0 })
    const runs = []
    for (const month of months) runs.push(await book(carrier, month, of(month)))
    for (const month of [1, 2, 3, 4, 5])
      await pay(carrier, [
        { number: 'L1', month, amount: month < 3 ? '60.00' : '80.00' },
        { number: 'L4', month, amount: month === 2 ? '10.00' : month < 3 ? '20.00' : '40.00' },
        ...(month < 3 ? [{ number: 'L2', month, amount: '40.00' }] : []),
      ])
    return { carrier, runs }
  }
  const inOrder = await say(1, 3, 5)
  // The book of May brings back L2 and the months of L3 that the one of March denied: they are due with the statement of June.
  const faults = ['L3 2026-04 missing 40.00', 'L3 2026-05 missing 40.00', 'L4 2026-02 short 10.00']
  expect(shown(await open(inOrder.carrier))).toEqual(faults)
  for (const order of [
    [5, 3, 1],
    [3, 1, 5],
    [1, 5, 3],
  ]) {
    const { carrier, runs } = await say(...order)
    expect(shown(await open(carrier))).toEqual(faults)
    if (order[0] !== 5) continue
    await admin.call(uploads.undo, { batchId: runs[2]?.batchId ?? 0 })
    expect(shown(await open(carrier))).toContain('L1 2026-02 short 20.00')
  }
})

test('Lines of several members are no duplicates, and two of one member are (money.md 5)', async () => {
  const carrier = await paying({ firstLag: 0 })
  await book(carrier, 1, [{ number: 'L1' }, { number: 'L2' }, { number: 'L3' }])
  const lines = [
    ...['a', 'b'].map((member) => ['L1', member]),
    ...['a', 'b', 'c'].map((member) => ['L2', member]),
    ...['a', 'b', 'B'].map((member) => ['L3', member]),
  ]
  const headings = ['Carrier', 'PolicyNumber', 'MemberId', 'Month', 'Year', 'Amount']
  await uploadAs(
    admin,
    csv([headings, ...lines.map(([number = '', member = '']) => [carrier.name, number, member, 1, 2026, '20.00'])]),
    {},
    'by-member.csv',
  )
  expect(shown(await open(carrier))).toEqual(['L2 2026-01 over 20.00', 'L3 2026-01 duplicate 20.00'])
})

test('A number that another person has since keeps the first one’s months, and what was missing of them (money.md 6)', async () => {
  const carrier = await newCarrier(agency)
  await office.call(schedules.create, {
    carrierId: carrier.id,
    firstMonth: '01/2025',
    lastMonth: '12/2026',
    amount: '20.00',
  })
  await changeCarrier(office, carrier.id, { arrears: 3 })
  const maria = { number: 'U1', name: 'Maria Diaz', effective: '01/01/2025', term: '12/31/2025' }
  await book(carrier, 1, [maria, { number: 'L2', effective: '01/01/2025' }])
  // Statements of January to March pay October to December; Maria's November is left out.
  for (const month of [1, 2, 3])
    await pay(carrier, [
      { number: 'L2', month, amount: '40.00' },
      ...(month === 2 ? [] : [{ number: 'U1', name: 'Maria Diaz', month, amount: '40.00' }]),
    ])
  const before = ['U1 2025-11 missing 40.00']
  expect(shown(await open(carrier))).toEqual(before)
  const john = { number: 'U1', name: 'John Reed', effective: '02/01/2026' }
  const reused = await book(carrier, 2, [john, { number: 'L2', effective: '01/01/2025' }])
  expect(shown(await open(carrier))).toEqual(before)
  for (const month of [4, 5])
    await pay(carrier, [
      { number: 'L2', month, amount: '40.00' },
      { number: 'U1', name: 'John Reed', month, amount: month === 4 ? '0.00' : '30.00' },
    ])
  expect(shown(await open(carrier))).toEqual([...before, 'U1 2026-02 short 10.00'])
  expect(reused.counts).toMatchObject({ changed: 1 })
})

test('A policy that a statement leaves out is missing with its dollars and last day, and a later file closes it by its line', async () => {
  const carrier = await paying()
  await book(carrier, 1, two)
  await pay(carrier, [
    { number: 'L1', month: 2, amount: '120.00' },
    { number: 'L2', month: 2, amount: '80.00' },
  ])
  expect(await open(carrier)).toEqual([])
  await pay(carrier, [{ number: 'L1', month: 3, amount: '60.00' }])
  const [row] = await open(carrier)
  expect(row).toMatchObject({
    policyNumber: 'L2',
    month: '2026-03-01',
    class: 'missing',
    expected: '40.00',
    received: '0.00',
    stake: '40.00',
    disputeBy: '2026-06-29',
    status: 'Open',
    reason: 'No line of the 03/2026 statement or an earlier one pays 03/2026.',
  })
  await office.call(variances.setStatus, { id: row?.id ?? 0, statusId: 3, comment: 'Sent to the carrier' })
  const late = await pay(carrier, [
    { number: 'L1', month: 4, amount: '60.00' },
    { number: 'L2', month: 4, amount: '80.00' },
  ])
  expect(await open(carrier)).toEqual([])
  const [settled] = await closed(carrier)
  expect(settled).toMatchObject({ id: row?.id, status: 'Recovered', recovered: '40.00', received: '40.00' })
  expect(settled?.closedBy).toMatch(/^statement-\d+\.csv, line 3$/)
  const detail = await office.call(variances.one, { id: row?.id ?? 0 })
  expect(detail.lines).toMatchObject([{ amount: '40.00', lineAmount: '80.00', line: 3, statement: '2026-04-01' }])
  expect(detail.facts.map(({ label }) => label)).toContain('Schedule')
  expect((await refusal(office.call(variances.setStatus, { id: row?.id ?? 0, statusId: 2, comment: 'x' }))).code).toBe(
    'variance.closed',
  )
  await admin.call(uploads.undo, { batchId: late.batchId ?? 0 })
  expect(await open(carrier)).toMatchObject([{ id: row?.id, class: 'missing', status: 'Disputed', recovered: '0.00' }])
})

test('Undoing what was loaded leaves the ledger as before, and a variance that only the undone file brought is gone', async () => {
  const carrier = await paying()
  await book(carrier, 1, two)
  await pay(carrier, [
    { number: 'L1', month: 2, amount: '120.00' },
    { number: 'L2', month: 2, amount: '80.00' },
  ])
  const before = await ledgerOf(carrier)
  const loads = [
    await pay(carrier, [{ number: 'L1', month: 3, amount: '30.00' }]),
    await book(carrier, 3, [{ ...two[0], number: 'L1', members: 4 }, { number: 'L3' }]),
  ]
  expect(await ledgerOf(carrier)).not.toEqual(before)
  for (const { batchId } of loads.toReversed()) await admin.call(uploads.undo, { batchId: batchId ?? 0 })
  expect(await ledgerOf(carrier)).toEqual(before)
  await office.call(statements.remove, { carrierId: carrier.id, month: 2, year: 2026 })
  expect(await open(carrier)).toEqual([])
})

test('A change of the schedule changes what is due at once, and without a row the carrier is not compared', async () => {
  const carrier = await paying()
  await book(carrier, 1, two)
  await pay(carrier, [
    { number: 'L1', month: 2, amount: '120.00' },
    { number: 'L2', month: 2, amount: '80.00' },
  ])
  const [row] = (await office.call(schedules.list, { carrierId: carrier.id })).data
  if (!row) throw new Error('No row')
  const { id, version, carrierId: _, carrierName: __, ...said } = row
  const changed = await office.call(schedules.edit, { ...said, id, version, amount: '22.00' })
  expect(shown(await open(carrier))).toEqual([
    'L1 2026-01 missing 66.00',
    'L1 2026-02 over 54.00',
    'L2 2026-01 missing 44.00',
    'L2 2026-02 over 36.00',
  ])
  const summary = await office.call(variances.summary, { carrierId: carrier.id })
  expect(summary).toMatchObject({ owed: '110.00', overpaid: '90.00', recovered: '0.00' })
  await office.call(schedules.remove, { id, version: changed.version })
  expect([await open(carrier), await ledgerOf(carrier)]).toEqual([
    [],
    { months: null, variances: null, tracks: null, cash: null, cashRows: null },
  ])
})

test('9 A month that the insured never paid before the policy ended is owed nothing, so what comes for it is not expected', async () => {
  const carrier = await paying()
  const unpaid = { number: 'V1', members: 3, paid: '02/28/2026' }
  await book(carrier, 1, [unpaid, two[0] ?? unpaid])
  await pay(carrier, [
    { number: 'V1', month: 2, amount: '120.00' },
    { number: 'V1', month: 3, amount: '60.00' },
  ])
  await book(carrier, 5, [{ ...unpaid, status: 'Terminated', term: '04/30/2026' }, two[0] ?? unpaid])
  const [found] = (await office.call(variances.list, { carrierId: carrier.id, policyNumber: 'V1' })).data
  expect(found).toMatchObject({ month: '2026-03-01', class: 'not expected', expected: '0.00', stake: '60.00' })
  const { months } = await office.call(variances.ofPolicy, { policyId: found?.policyId ?? 0 })
  expect(months.map(({ month, expected, gap }) => `${month.slice(5, 7)} ${expected} ${gap}`)).toEqual([
    '01 60.00 0.00',
    '02 60.00 0.00',
    '03 0.00 60.00',
    '04 0.00 0.00',
  ])
  // The report Expected Months and the three sources read what is stored.
  const { rows } = await sql<{ expected: string }>`
    select expected::text from commission_months where policy_id = ${found?.policyId} order by month`.execute(agency.db)
  expect(rows.map(({ expected }) => expected)).toEqual(months.map(({ expected }) => expected))
})

test('A month is due with the statement that the terms of its carrier say then, and a change of the terms moves it', async () => {
  const carrier = await paying({ firstLag: 0 })
  await book(carrier, 1, [{ number: 'L1', members: 3 }])
  for (const month of [1, 2, 3, 4, 5]) await pay(carrier, [{ number: 'L1', month, amount: '60.00' }])
  const due = async () => {
    const { rows } = await sql<{ month: string }>`
      select to_char(month, 'MM') || ' ' || to_char(due_month, 'MM') || ' ' || class as month
      from commission_months where carrier_id = ${carrier.id} order by month`.execute(agency.db)
    return rows.map(({ month }) => month)
  }
  const asBefore = ['01 01 exact', '02 02 exact', '03 03 exact', '04 04 exact', '05 05 exact']
  expect(await due()).toEqual(asBefore)
  // The statement of April pays March a second time, and May is due with the one of June.
  await changeCarrier(office, carrier.id, { laterTerms: [termsFrom(4, { arrears: 1 })] })
  expect(await due()).toEqual(['01 01 exact', '02 02 exact', '03 03 over', '04 05 exact', '05 06 not due yet'])
  await changeCarrier(office, carrier.id, { laterTerms: [] })
  expect(await due()).toEqual(asBefore)
})

/** Matches the first exception of a carrier to one of its policies, or undoes what a person decided. */
async function decide(carrier: Carrier, one: { kind: 'decide'; to: number } | { kind: 'undecide' }): Promise<void> {
  const state = one.kind === 'decide' ? 'open' : 'resolved'
  const [line] = (await office.call(exceptions.list, { carrierId: carrier.id, state })).data
  if (!line) return
  if (one.kind === 'undecide') {
    await office.call(exceptions.undo, { id: line.id })
    return
  }
  const { rows } = await sql<{ id: number }>`
    select id from policies where carrier_id = ${carrier.id} and policy_number = ${`R${one.to}`}`.execute(agency.db)
  if (rows[0]) await office.call(exceptions.resolve, { id: line.id, policyId: rows[0].id })
}

test('A decision about an exception changes the expected cash at once, and its undo takes it back', async () => {
  const carrier = await paying({ firstLag: 0, lastMonth: '04/2026' })
  await book(carrier, 1, [...two, { number: 'L3', members: 1, npn: '20417733' }])
  await pay(carrier, [
    { number: 'L1', month: 1, amount: '60.00' },
    { number: 'L2', month: 1, amount: '40.00' },
    { number: 'L3', month: 1, amount: '20.00' },
  ])
  // A part of the statement of February, with a line of no known policy: the rest is still to come.
  await pay(carrier, [{ number: 'Q9', month: 2, amount: '60.00' }])
  const february = async () => {
    const { rows } = await sql<{ cash: string }>`
      select concat_ws(' ', sum(amount), sum(policies), sum(unrated)) as cash from expected_cash
      where carrier_id = ${carrier.id} and statement = '2026-02-01'`.execute(agency.db)
    return rows[0]?.cash
  }
  const before = await ledgerOf(carrier)
  expect(await february()).toBe('120.00 3 0')
  const [line] = (await office.call(exceptions.list, { carrierId: carrier.id })).data
  const { rows } = await sql<{ id: number }>`
    select id from policies where carrier_id = ${carrier.id} and policy_number = 'L1'`.execute(agency.db)
  await office.call(exceptions.resolve, { id: line?.id ?? 0, policyId: rows[0]?.id ?? 0 })
  expect(await february()).toBe('60.00 2 0')
  const decided = await ledgerOf(carrier)
  await agency.db.transaction().execute((db) => deriveMonths(db, [carrier.id]))
  expect(await ledgerOf(carrier)).toEqual(decided)
  await office.call(exceptions.undo, { id: line?.id ?? 0 })
  expect(await ledgerOf(carrier)).toEqual(before)
})

test('Policies, statements, decisions, undos, terms and schedules in any order leave what a full calculation gives', async () => {
  const step = fc.oneof(
    fc.record({
      kind: fc.constant('book' as const),
      month: fc.integer({ min: 1, max: 6 }),
      members: fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 4 }),
      term: fc.constantFrom('12/31/9999', '03/15/2026', '02/28/2026'),
      paid: fc.constantFrom('12/31/2026', '03/31/2026'),
    }),
    fc.record({
      kind: fc.constant('pay' as const),
      month: fc.integer({ min: 1, max: 6 }),
      amounts: fc.array(fc.constantFrom('40.00', '60.00', '20.00', '-60.00', '120.00'), { minLength: 1, maxLength: 4 }),
    }),
    fc.record({ kind: fc.constant('undo' as const) }),
    fc.record({ kind: fc.constant('decide' as const), to: fc.integer({ min: 0, max: 3 }) }),
    fc.record({ kind: fc.constant('undecide' as const) }),
    fc.record({
      kind: fc.constant('terms' as const),
      arrears: fc.integer({ min: 0, max: 2 }),
      later: fc.option(fc.record({ from: fc.integer({ min: 2, max: 4 }), arrears: fc.integer({ min: 0, max: 2 }) })),
    }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 8 }), async (steps) => {
      const carrier = await paying()
      const loads: number[] = []
      for (const one of steps) {
        if (one.kind === 'terms') {
          const { arrears, later } = one
          const laterTerms = later === null ? [] : [termsFrom(later.from, { arrears: later.arrears })]
          await changeCarrier(office, carrier.id, { arrears, laterTerms })
          continue
        }
        if (one.kind === 'decide' || one.kind === 'undecide') {
          await decide(carrier, one)
          continue
        }
        if (one.kind === 'undo') {
          const last = loads.pop()
          if (last !== undefined) await admin.call(uploads.undo, { batchId: last })
          continue
        }
        const run =
          one.kind === 'book'
            ? await book(
                carrier,
                one.month,
                one.members.map((members, index) => ({
                  number: `R${index}`,
                  members,
                  term: one.term,
                  paid: one.paid,
                  name: `Ana No${loads.length}`,
                })),
              ).catch(() => undefined)
            : await pay(
                carrier,
                one.amounts.map((amount, index) => ({
                  // The fourth is of no policy until a person decides.
                  number: index === 3 ? 'X1' : `R${index % 3}`,
                  month: one.month,
                  amount,
                  name: `N${loads.length}`,
                })),
              )
        if (run?.batchId) loads.push(run.batchId)
      }
      const [missing, unpaid] = await missingAndUnpaid(carrier)
      expect(unpaid).toEqual(missing)
      const incremental = await ledgerOf(carrier)
      // Each month that was due is in a track, of lines or of a policy without any.
      const { rows: untracked } = await sql`
        select p.policy_number, m.month from commission_months m join policies p on p.id = m.policy_id
        where m.carrier_id = ${carrier.id} and m.state <> 'unrated' and m.expected > 0
          and not exists (select from commission_tracks k
            where k.policy_id = m.policy_id and k.year = extract(year from m.month))`.execute(agency.db)
      expect(untracked).toEqual([])
      await sql`delete from commission_months where carrier_id = ${carrier.id}`.execute(agency.db)
      await sql`delete from commission_tracks where carrier_id = ${carrier.id} and expected_only`.execute(agency.db)
      await agency.db.transaction().execute((db) => deriveMonths(db, [carrier.id]))
      expect(await ledgerOf(carrier)).toEqual(incremental)
    }),
    { numRuns: 12 },
  )
})

test('The report Expected Months has each policy month with its row of the schedule, what was due and what came', async () => {
  const reader = await agency.person({ roles: ['agent', 'administrator'], claims: ['view.Report'], fullAccess: true })
  const carrier = await paying({ firstLag: 0 })
  await book(carrier, 1, two)
  await pay(carrier, [{ number: 'L1', month: 1, amount: '50.00', members: 3 }])
  const rows = async (id: number, query: Record<string, string> = {}) => {
    const { body, statusCode } = await agency.app.inject({
      url: `/api/Report/${id}/download`,
      query: { reportFormatId: 'RFCSV', from: '2026-01-01', to: '2026-01-31', carrier: String(carrier.id), ...query },
      headers: { authorization: `Bearer ${reader.token}` },
    })
    expect(statusCode, body.slice(0, 300)).toBe(200)
    const lines = body.trim().split('\r\n').slice(1)
    return lines.map((line) =>
      line
        .split(',')
        .filter((_, at) => ![1, 4, 7].includes(at))
        .join(),
    )
  }
  expect(await rows(9)).toEqual([
    `L1,${carrier.name},01/2026,FL,3,member,20.00,Short,01/2026,60.00,50.00,10.00`,
    `L2,${carrier.name},01/2026,FL,2,member,20.00,Missing,01/2026,40.00,0.00,40.00`,
  ])
  expect(await rows(109, { class: 'missing' })).toEqual([expect.stringContaining(',Falta,')])
})

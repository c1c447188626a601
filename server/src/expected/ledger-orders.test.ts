import { policies } from '@coverdesk/domain/policies/policy-contract.ts'
import { schedules } from '@coverdesk/domain/schedules/schedule-contract.ts'
import { uploads } from '@coverdesk/domain/uploads/upload-contract.ts'
import { variances } from '@coverdesk/domain/variances/variance-contract.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person, TestApp } from '../testing/test-app.ts'
import { type CommissionRow, commissionCsv, uploadAs } from '../uploads/commissions/commission-samples.ts'
import { newCarrier, startUnpaidApp } from '../uploads/policies/unpaid-samples.ts'
import { csv } from '../uploads/policies/upload-samples.ts'

let agency: TestApp
let admin: Person
let office: Person
beforeAll(async () => {
  ;({ agency, admin } = await startUnpaidApp())
  office = await agency.person({ roles: ['agent', 'administrator'], claims: ['admin.Statement'] })
})
afterAll(() => agency.close())

const [ana, luis] = ['19984127', '20417733']

interface Carrier {
  id: number
  name: string
}

/** A carrier that pays 20.00 per member of new business and 15.00 of renewals in 2025 and 2026. */
async function paying(): Promise<Carrier> {
  const carrier = await newCarrier(agency)
  const row = { carrierId: carrier.id, firstMonth: '01/2025', lastMonth: '12/2026' }
  await office.call(schedules.create, { ...row, business: 'new', amount: '20.00' })
  await office.call(schedules.create, { ...row, business: 'renewal', amount: '15.00' })
  return carrier
}

interface Row {
  number: string
  name?: string
  dob?: string
  member?: string
  exchange?: string
  npn?: string
  effective?: string
  term?: string
  broker?: string
  members?: number
  eligible?: string
}
const headings = [
  'PolicyNumber',
  'FirstName',
  'LastName',
  'DOB',
  'MemberId',
  'ExchangeSubscriberId',
  'AgentNPN',
  'EffectiveDate',
  'TermDate',
  'Status',
  'NumberOfMembers',
  'State',
  'BrokerEffectiveDate',
  'Eligible for Commission',
]

let files = 0
async function book({ id }: Carrier, month: number, rows: readonly Row[]) {
  const lines = rows.map(({ number, name = 'Rosa Ledesma', ...row }) => [
    number,
    ...name.split(' '),
    row.dob ?? '',
    row.member ?? '',
    row.exchange ?? '',
    row.npn ?? ana,
    row.effective ?? '01/01/2026',
    row.term ?? '',
    row.term ? 'Terminated' : 'Active',
    row.members ?? 2,
    'FL',
    row.broker ?? '',
    row.eligible ?? '',
  ])
  const text = csv([headings, ...lines])
  const run = await admin.call(
    uploads.process,
    { carrierId: id, month, year: 2026 },
    { text, name: `book-${++files}.csv` },
  )
  if (run.state !== 'loaded') throw new Error(`Not loaded: ${run.message}`)
  return run
}

const pay = (carrier: Carrier, rows: readonly CommissionRow[]) =>
  uploadAs(admin, commissionCsv(rows, carrier.name), {}, `statement-${++files}.csv`)
/** The B policy keeps each statement coming in full. */
const others = (month: number, amount = '40.00'): CommissionRow => ({ number: 'B', month, amount })

const list = async ({ id }: Carrier, state: 'open' | 'closed') =>
  (await office.call(variances.list, { carrierId: id, state, pageSize: 100 })).data
const open = async (carrier: Carrier) =>
  (await list(carrier, 'open'))
    .map((row) => `${row.policyNumber} ${row.month.slice(0, 7)} ${row.class} ${row.stake}`)
    .sort()
const recovered = async (carrier: Carrier) =>
  (await list(carrier, 'closed')).map((row) => `${row.policyNumber} ${row.month.slice(0, 7)} ${row.recovered}`).sort()

test('What is recovered of a variance that is settled in parts is all that came after it was opened (money.md 4)', async () => {
  const carrier = await paying()
  await book(carrier, 1, [{ number: 'A', members: 3 }, { number: 'W', members: 3 }, { number: 'B' }])
  await pay(carrier, [others(1), { number: 'W', month: 1, amount: '60.00', npn: luis }])
  await pay(carrier, [{ number: 'A', month: 1, amount: '12.34' }])
  await pay(carrier, [{ number: 'A', month: 1, amount: '7.66' }])
  expect(await open(carrier)).toEqual(['A 2026-01 short 40.00', 'W 2026-01 wrong agent or NPN 60.00'])
  const last = await pay(carrier, [
    { number: 'A', month: 1, amount: '40.00' },
    { number: 'W', month: 1, amount: '-60.00', npn: luis },
    { number: 'W', month: 1, amount: '60.00' },
  ])
  const whole = ['A 2026-01 60.00', 'W 2026-01 60.00']
  expect([await open(carrier), await recovered(carrier)]).toEqual([[], whole])
  await admin.call(uploads.undo, { batchId: last.batchId ?? 0 })
  expect(await recovered(carrier)).toEqual([])
  await pay(carrier, [
    { number: 'A', month: 1, amount: '40.01' },
    { number: 'W', month: 1, amount: '-60.00', npn: luis },
    { number: 'W', month: 1, amount: '60.00' },
  ])
  expect(await open(carrier)).toEqual(['A 2026-01 over 0.01'])
  await pay(carrier, [{ number: 'A', month: 1, amount: '-0.01' }])
  expect([await open(carrier), await recovered(carrier)]).toEqual([[], whole])
})

test('What is paid to the person who has a number now fills no month of the one before, and takes none back (money.md 6)', async () => {
  const carrier = await paying()
  const other = { number: 'B', effective: '01/01/2025' }
  await book(carrier, 1, [
    other,
    { number: 'U1', name: 'Maria Diaz', dob: '01/02/1970', effective: '01/01/2026', term: '02/28/2026' },
  ])
  const paid = (month: number, amounts: readonly string[], name: string) =>
    pay(carrier, [others(month, '30.00'), ...amounts.map((amount) => ({ number: 'U1', name, month, amount }))])
  await paid(1, ['40.00'], 'Maria Diaz')
  await paid(2, [], '')
  expect(await open(carrier)).toEqual(['U1 2026-02 missing 40.00'])
  await book(carrier, 3, [other, { number: 'U1', name: 'John Reed', dob: '03/04/1980', effective: '03/01/2026' }])
  await paid(3, ['40.00', '40.00'], 'John Reed')
  expect(await open(carrier)).toEqual(['U1 2026-02 missing 40.00', 'U1 2026-03 duplicate 40.00'])
  await paid(4, ['80.00', '-200.00'], 'John Reed')
  expect(await open(carrier)).toEqual(['U1 2026-02 missing 40.00'])
})

test('A person’s policies are one chain by exchange or member id, also where they have no id of one kind in common; look-alikes are none (rule 4)', async () => {
  const carrier = await paying()
  const before = { effective: '03/01/2025', term: '12/31/2025', dob: '01/02/1970' }
  const now = { effective: '01/01/2026', dob: '01/02/1970' }
  await book(carrier, 1, [
    { number: 'B' },
    { ...before, number: 'A1', member: 'M77', exchange: 'E77' },
    { ...now, number: 'A2', member: 'm-77' },
    { ...before, number: 'C1', member: 'M78', exchange: 'E78' },
    { ...now, number: 'C2', member: 'M78', exchange: 'E79', name: 'Rosa Marlowe' },
    { ...before, number: 'D1', exchange: 'E80' },
    { ...before, number: 'D2', member: 'M80', exchange: 'E80', effective: '01/01/2026', term: '' },
    { ...now, number: 'D3', member: 'M80', effective: '02/01/2026' },
    // The member id is another person's now, and an exchange id that reads like a member id is none.
    { ...before, number: 'F1', member: 'M90', name: 'Maria Diaz' },
    { ...now, number: 'F2', member: 'M90', name: 'John Reed', dob: '03/04/1980' },
    { ...before, number: 'G1', member: 'X1' },
    { ...now, number: 'G2', exchange: 'X1' },
  ])
  const renewals = ['A2', 'C2', 'D2', 'D3'].map((number) => ({ number, month: 2, amount: '30.00' }))
  const sold = ['F2', 'G2'].map((number) => ({ number, month: 2, amount: '40.00' }))
  await pay(carrier, [
    others(1),
    ...[...renewals, ...sold].map((row) => ({ ...row, month: 1 })).filter(({ number }) => number !== 'D3'),
  ])
  await pay(carrier, [others(2), ...renewals, ...sold])
  expect(await open(carrier)).toEqual([])
  // One policy alone is calculated with its person's others, too.
  await pay(
    carrier,
    [renewals[0], renewals[0]].flatMap((row) => row ?? []),
  )
  const [twice] = await list(carrier, 'open')
  expect(twice).toMatchObject({ policyNumber: 'A2', class: 'duplicate', stake: '30.00' })
  await office.call(variances.confirmEqualLines, { id: twice?.id ?? 0, reason: 'Both are right' })
  expect(await open(carrier)).toEqual(['A2 2026-02 over 30.00'])
})

test('A member id of very many policies is a placeholder, which makes no chain of them (rule 4)', async () => {
  const carrier = await paying()
  const known = { member: '000000', dob: '01/02/1970' }
  const before = Array.from({ length: 50 }, (_, at) => ({
    ...known,
    number: `P${at}`,
    effective: '03/01/2025',
    term: '12/31/2025',
  }))
  await book(carrier, 1, [{ number: 'B' }, ...before, { ...known, number: 'Q' }])
  await pay(carrier, [others(1), { number: 'Q', month: 1, amount: '40.00' }])
  expect(await open(carrier)).toEqual([])
})

/** What each book of 2026 says, by month. */
const story: Record<string, Record<number, Partial<Row>>> = {
  moved: { 1: { npn: luis }, 2: { npn: luis }, 3: {}, 5: {} },
  toAndFro: { 1: {}, 2: { npn: luis }, 3: {}, 5: { npn: luis } },
  won: { 1: { npn: '79990001' }, 2: { npn: '79990001' }, 3: {}, 5: {} },
  blank: { 1: {}, 2: {}, 3: { npn: '' }, 5: { npn: '' } },
  lost: { 1: {}, 2: {}, 3: { npn: '79990001' }, 5: { npn: '79990001' } },
  dated: { 1: {}, 2: {}, 3: { npn: luis, broker: '02/15/2026' }, 5: { npn: luis, broker: '02/15/2026' } },
  gap: { 1: {}, 3: {}, 5: {} },
  gapOfTwo: { 1: { members: 1 }, 5: { members: 3 } },
  twoGaps: { 1: {}, 3: { npn: luis, members: 4 } },
  late: { 2: {}, 3: { members: 3 }, 5: {} },
  once: { 2: {} },
  ended: { 1: {}, 2: { term: '02/28/2026' }, 3: {}, 5: { term: '04/30/2026' } },
  B: { 1: {}, 2: {}, 3: {}, 5: {} },
}
const bookOf = (month: number): Row[] =>
  Object.entries(story).flatMap(([number, said]) => (said[month] ? [{ number, ...said[month] }] : []))

/** The ledger, whom pay runs pay for its months, and whose the lines are. */
async function ledgerOf({ id }: Carrier) {
  const { rows } = await sql<{ month: string }>`
    select concat_ws(' ', p.policy_number, m.month, m.class, m.state, m.rule, m.expected, m.received, m.stake, m.due_month, m.members,
      'of', a.npn, 'paid to', npn_on(p, m.month)) as month
    from commission_months m join policies p on p.id = m.policy_id left join agents a on a.id = m.agent_id where m.carrier_id = ${id}
    union all select concat_ws(' ', 'line', l.policy_number, l.month, l.amount, l.agent_by, a.npn)
    from commission_lines l left join agents a on a.id = l.agent_id where l.carrier_id = ${id}
    order by 1`.execute(agency.db)
  return rows.map(({ month }) => month)
}

test('Books in any order end in the ledger, the dollars and the agents of their months’ order, and undos take each back (rules 1 to 3, 8)', async () => {
  const load = async (order: readonly number[]) => {
    const carrier = await paying()
    const says = Object.keys(story).filter((number) => number !== 'late')
    const statements = async () => {
      for (const month of [1, 2, 3, 4, 5])
        await pay(
          carrier,
          [...says, ...(month > 3 ? ['late'] : [])].map((number) => ({ number, month, amount: '40.00', npn: '' })),
        )
    }
    if (order[0] === 3) await statements()
    const runs = []
    for (const month of order)
      runs.push({ ledger: await ledgerOf(carrier), run: await book(carrier, month, bookOf(month)) })
    if (order[0] !== 3) await statements()
    return { carrier, runs }
  }
  const inOrder = await ledgerOf((await load([1, 2, 3, 5])).carrier)
  const orders = [
    [5, 3, 2, 1],
    [5, 1, 3, 2],
    [3, 1, 5, 2],
    [1, 3, 2, 5],
    [2, 5, 1, 3],
  ]
  for (const order of orders) {
    const { carrier, runs } = await load(order)
    expect({ order, ledger: await ledgerOf(carrier) }).toEqual({ order, ledger: inOrder })
    if (order[0] !== 3) continue
    for (const { ledger, run } of runs.toReversed()) {
      await admin.call(uploads.undo, { batchId: run.batchId ?? 0 })
      expect(await ledgerOf(carrier)).toEqual(ledger)
    }
  }
})

test('A blank agent cell says nothing of the agent, so a later file of the same payment counts once in any order; two rows of a file are two (money.md 5)', async () => {
  const ben: CommissionRow = { number: 'A', month: 1, amount: '40.00', npn: luis }
  const blank: CommissionRow = { ...ben, npn: '' }
  const say = async (steps: readonly ('book' | readonly CommissionRow[])[]) => {
    const carrier = await paying()
    const runs = []
    for (const step of steps)
      runs.push(await (step === 'book' ? book(carrier, 1, [{ number: 'A' }, { number: 'B' }]) : pay(carrier, step)))
    return { carrier, last: runs.at(-1)?.batchId ?? 0 }
  }
  const one = ['A 2026-01 wrong agent or NPN 40.00']
  for (const steps of [
    ['book', [ben, others(1)], [blank]],
    ['book', [blank, others(1)], [ben]],
    [[blank, others(1)], 'book', [ben]],
    [[ben, others(1)], [blank], 'book'],
  ] satisfies ('book' | CommissionRow[])[][])
    expect(await open((await say(steps)).carrier)).toEqual(one)
  const { carrier, last } = await say(['book', [ben, others(1)], [blank, ben]])
  expect(await list(carrier, 'open')).toMatchObject([
    { class: 'wrong agent or NPN', stake: '40.00', received: '80.00' },
  ])
  await admin.call(uploads.undo, { batchId: last })
  expect(await list(carrier, 'open')).toMatchObject([
    { class: 'wrong agent or NPN', stake: '40.00', received: '40.00' },
  ])
})

test('A number that books give to two persons is both’s in whatever order the books come (money.md 6)', async () => {
  const other = { number: 'B', effective: '01/01/2025' }
  const maria = { number: 'U1', name: 'Maria Diaz', dob: '01/02/1970', effective: '01/01/2025', term: '02/28/2026' }
  const john = { number: 'U1', name: 'John Reed', dob: '03/04/1980', effective: '04/01/2026', members: 3 }
  const load = async (...order: number[]) => {
    const carrier = await paying()
    for (const month of order) await book(carrier, month, [other, month < 4 ? maria : john])
    for (const month of [1, 2, 3, 4, 5])
      await pay(carrier, [
        others(month, '30.00'),
        ...(month === 2 ? [] : [{ number: 'U1', name: 'Maria Diaz', month, amount: '30.00' }]),
        ...(month < 4 ? [] : [{ number: 'U1', name: 'John Reed', month, amount: '60.00' }]),
      ])
    const { rows } = await sql<{ waiting: string[] }>`
      select array(select concat_ws(' ', l.insured_name, l.month, l.exception) from commission_lines l
        where l.carrier_id = ${carrier.id} and l.policy_id is null order by 1) as waiting`.execute(agency.db)
    return { open: await open(carrier), ledger: await ledgerOf(carrier), waiting: rows[0]?.waiting }
  }
  const inOrder = await load(1, 4, 5)
  expect(inOrder.open).toEqual(['U1 2026-02 missing 30.00', 'U1 2026-03 paid after termination 30.00'])
  expect(inOrder.waiting).toHaveLength(2)
  expect(await load(5, 4, 1)).toEqual(inOrder)
  expect(await load(4, 1, 5)).toEqual(inOrder)
})

test('Nothing is due in months whose book says that a policy is not eligible for commission, in whichever order the books come (money.md 2)', async () => {
  const [january, march] = ['A 2026-01 missing 40.00', 'A 2026-03 missing 40.00']
  const february = 'A 2026-02 not expected 40.00'
  const words = ['Yes', 'no', 'Y']
  for (const [order, withoutLast] of [
    [
      [1, 2, 3],
      [january, february],
    ],
    [
      [3, 1, 2],
      [january, march],
    ],
  ] as const) {
    const carrier = await paying()
    const load = (month: number) => book(carrier, month, [{ number: 'A', eligible: words[month - 1] }, { number: 'B' }])
    const [first, second, last] = order
    await load(first)
    await load(second)
    const { batchId } = await load(last)
    await pay(carrier, [others(1), others(2), { number: 'A', month: 2, amount: '40.00' }, others(3)])
    expect(await open(carrier)).toEqual([january, february, march])
    const { data } = await admin.call(policies.list, { carrier: carrier.id, policyNumber: 'A' })
    expect(await admin.call(policies.detail, { id: data[0]?.id ?? 0 })).toMatchObject({ isCommissionEligible: true })
    await admin.call(uploads.undo, { batchId: batchId ?? 0 })
    expect(await open(carrier)).toEqual(withoutLast)
    await load(last)
    expect(await open(carrier)).toEqual([january, february, march])
    // What an ended policy says is not of the months in which it was active.
    await book(carrier, 4, [{ number: 'A', term: '03/31/2026', eligible: 'No' }, { number: 'B' }])
    expect(await open(carrier)).toEqual([january, february, march])
  }
})

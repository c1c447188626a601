import { agents } from '@coverdesk/domain/agents/agent-contract.ts'
import { bulk } from '@coverdesk/domain/bulk/bulk-contract.ts'
import { statements } from '@coverdesk/domain/commissions/statement-contract.ts'
import { uploads } from '@coverdesk/domain/uploads/upload-contract.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newAgent } from '../../agents/test-agents.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { commissionCsv, commissionState, sumsOf, uploadAs } from '../../uploads/commissions/commission-samples.ts'
import { createUploader, csv } from '../../uploads/policies/upload-samples.ts'

let agency: TestApp
let admin: Person
let office: Person
let luis: Person
let carrier: { id: number; name: string }
let round = 0

beforeAll(async () => {
  agency = await startTestApp()
  admin = await createUploader(agency)
  office = await agency.person({ roles: ['agent'], claims: ['admin.Statement'], fullAccess: true })
  luis = await agency.person({ roles: ['agent'], npn: '20417733' })
  await agency.person({ roles: ['agent'], npn: '19984127' })
})
afterAll(() => agency.close())
beforeEach(async () => {
  const name = `Waiting ${++round}`
  carrier = { id: await agency.carrier(name), name }
})

const book = () =>
  csv([
    ['PolicyNumber', 'FirstName', 'LastName', 'AgentNPN', 'EffectiveDate'],
    ['U-100', 'Ana', 'Vance', '20417733', '01/01/2026'],
    ['U200', 'Ben', 'Ortiz', '', '01/01/2026'],
    ['U300', 'Eva', 'Diaz', '19984127', '01/01/2026'],
  ])
const statement = () =>
  commissionCsv(
    [
      { number: 'u100', npn: '', amount: '22.05' },
      { number: 'U200', npn: '', amount: '10.00' },
      { number: 'U300', npn: '20417733', amount: '-5.00' },
      { number: 'X9', npn: '', amount: '1.00' },
    ],
    carrier.name,
  )
const loadBook = (month = 3) =>
  admin.call(uploads.process, { carrierId: carrier.id, month, year: 2026 }, { text: book(), name: 'book.csv' })
const lines = async () =>
  (await office.call(statements.lines, { carrierId: carrier.id, pageSize: 500 })).data
    .map(({ policyNumber, agentName, policyId, commissionAmount }) => [
      policyNumber,
      agentName !== null,
      policyId !== null,
      commissionAmount,
    ])
    .sort()
/** All that the loads lead to, without ids. */
const outcome = async () => ({ lines: await lines(), sums: await sumsOf(agency.db, carrier.id) })

test('A statement that has ids of members or of the exchange for numbers finds its policies, before and after their book', async () => {
  const policies = csv([
    ['PolicyNumber', 'FirstName', 'LastName', 'MemberId', 'ExchangeSubscriberId', 'AgentNPN', 'EffectiveDate'],
    ['P1', 'Ana', 'Vance', 'M-100', 'X1', '20417733', '01/01/2026'],
    ['P2', 'Ben', 'Ortiz', 'M200', 'X2', '20417733', '01/01/2026'],
    ['P3', 'Eva', 'Diaz', 'M300', 'X3', '20417733', '01/01/2027'],
  ])
  const found = async () =>
    (
      await sql<{ line: string }>`
        select concat_ws(' ', l.stated_number, p.policy_number, l.matched_by, l.confidence) as line
        from commission_lines l left join policies p on p.id = l.policy_id where l.carrier_id = ${carrier.id} order by l.id`.execute(
        agency.db,
      )
    ).rows.map(({ line }) => line)
  const pay = (month: number) =>
    uploadAs(
      admin,
      csv([
        ['Carrier', 'Member ID', 'Insured', 'Month', 'Year', 'Amount'],
        ...[
          ['m100', 'VANCE, ANA'],
          ['X2', ''],
          // Another insured, and a policy that is not in force.
          ['M200', 'Leo Voss'],
          ['M300', 'Eva Diaz'],
        ].map(([number = '', name = '']) => [carrier.name, number, name, month, 2026, '20.00']),
      ]),
      {},
      `ids-${carrier.id}-${month}.csv`,
    )
  await pay(3)
  await admin.call(
    uploads.process,
    { carrierId: carrier.id, month: 3, year: 2026 },
    { text: policies, name: 'ids.csv' },
  )
  const lines = ['m100 P1 member 90', 'X2 P2 exchange 90', '', '']
  expect(await found()).toEqual(lines)
  await pay(4)
  expect(await found()).toEqual([...lines, ...lines])
})

test('UPLOAD-15 a statement loaded before the policies ends in the same lines and sums as one loaded after them', async () => {
  await loadBook()
  await uploadAs(admin, statement())
  const after = await outcome()
  expect(after.lines).toEqual([
    ['U-100', true, true, '22.05'],
    ['U200', false, true, '10.00'],
    ['U300', true, true, '-5.00'],
    ['X9', false, false, '1.00'],
  ])
  carrier = { id: await agency.carrier(`Waiting ${++round}`), name: `Waiting ${round}` }
  await uploadAs(admin, statement())
  const before = await commissionState(agency.db)
  const loaded = await loadBook()
  expect(await outcome()).toEqual(after)
  expect(after.sums).toMatchObject({ lines: 2805, matched: 2705, years: 2705, months: 2805, tracks: 2805 })
  await admin.call(uploads.undo, { batchId: loaded.batchId ?? 0 })
  const spelled = (state: unknown) => JSON.stringify(state).replaceAll('U-100', 'u100')
  expect(spelled(await commissionState(agency.db))).toBe(spelled(before))
})

test('AGENT-04 an agent who is added later gets the policies and lines with the NPN', async () => {
  await admin.call(
    uploads.process,
    { carrierId: carrier.id, month: 3, year: 2026 },
    { text: book().replaceAll('20417733', '31000001'), name: 'book.csv' },
  )
  await uploadAs(admin, statement().replaceAll('20417733', '31000001'))
  await admin.call(agents.save, newAgent({ npn: '31000001' }))
  expect((await lines()).map(([number, agent]) => [number, agent])).toEqual([
    ['U-100', true],
    ['U200', false],
    ['U300', true],
    ['X9', false],
  ])
  const { months, tracks, lines: sum } = await sumsOf(agency.db, carrier.id)
  expect([months, tracks]).toEqual([sum, sum])
})

test('STMT-08 lines without an agent are filtered with their sum and assigned to an agent, and the assignment is undone', async () => {
  await loadBook()
  await uploadAs(admin, statement())
  const without = () => office.call(statements.lines, { carrierId: carrier.id, agentId: 0 })
  const found = await without()
  expect(found).toMatchObject({ totalRecords: 2, commissionAmount: '11.00' })
  const ids = found.data.map(({ id }) => id)
  const asked = { action: 'line.agent', value: luis.agentId } as const
  const preview = await office.call(bulk.line.preview, { ...asked, ids })
  expect(preview.data.map(({ outcome }) => outcome)).toEqual(['changes', 'changes'])
  const before = await sumsOf(agency.db, carrier.id)
  const done = await office.call(bulk.line.apply, {
    ...asked,
    records: preview.data.map(({ id, mark }) => ({ id, mark })),
  })
  expect((await without()).totalRecords).toBe(0)
  const own = async () =>
    (
      await sql<{ amount: string }>`
        select sum(amount)::text as amount from commission_month_totals where carrier_id = ${carrier.id} and agent_id = ${luis.agentId}`.execute(
        agency.db,
      )
    ).rows[0]?.amount
  expect(await own()).toBe('28.05')
  expect(await sumsOf(agency.db, carrier.id)).toEqual(before)
  await office.call(bulk.line.undo, { id: done.id })
  expect((await without()).totalRecords).toBe(2)
  expect(await own()).toBe('17.05')
  const other = (await office.call(statements.lines, { carrierId: carrier.id, policyNumber: 'U300' })).data[0]
  const refused = await office.call(bulk.line.preview, { ...asked, ids: [other?.id ?? 0] })
  expect(refused.data[0]).toMatchObject({ outcome: 'refused' })
})

test('A-128 a corrected statement keeps the agents that a person assigned, unless it names another one', async () => {
  await loadBook()
  await uploadAs(admin, statement())
  const without = () => office.call(statements.lines, { carrierId: carrier.id, agentId: 0 })
  const asked = { action: 'line.agent', value: luis.agentId } as const
  const { data } = await office.call(bulk.line.preview, { ...asked, ids: (await without()).data.map(({ id }) => id) })
  await office.call(bulk.line.apply, { ...asked, records: data.map(({ id, mark }) => ({ id, mark })) })
  const corrected = commissionCsv(
    [
      { number: 'U200', npn: '19984127', amount: '10.00' },
      { number: 'X9', npn: '', amount: '2.00' },
      { number: 'X10', npn: '', amount: '3.00' },
    ],
    carrier.name,
  )
  await uploadAs(admin, corrected, { replace: true })
  const found = await office.call(statements.lines, { carrierId: carrier.id, pageSize: 500 })
  expect(found.data.map(({ policyNumber, agentId }) => [policyNumber, agentId === luis.agentId]).sort()).toEqual([
    ['U200', false],
    ['X10', false],
    ['X9', true],
  ])
  expect((await without()).data.map(({ policyNumber }) => policyNumber)).toEqual(['X10'])
  const { lines: sum, months, tracks } = await sumsOf(agency.db, carrier.id)
  expect([sum, months, tracks]).toEqual([1500, 1500, 1500])
  const ofAgents = await sql<{ amount: string }>`
    select amount::text from commission_month_totals where carrier_id = ${carrier.id} and agent_id = ${luis.agentId}`.execute(
    agency.db,
  )
  expect(ofAgents.rows).toEqual([{ amount: '2.00' }])
})

test('Where a later book names no agent anymore, the months before it stay the earlier agent’s', async () => {
  const load = (month: number, npn: string) =>
    admin.call(
      uploads.process,
      { carrierId: carrier.id, month, year: 2026 },
      {
        text: csv([
          ['PolicyNumber', 'FirstName', 'LastName', 'AgentNPN', 'EffectiveDate', 'TermDate'],
          ['B1', 'Ana', 'Vance', npn, '01/01/2026', npn ? '' : '02/28/2026'],
        ]),
        name: 'book.csv',
      },
    )
  const pay = (month: number) =>
    uploadAs(
      admin,
      commissionCsv([{ number: 'B1', npn: '', amount: '20.00', month }], carrier.name),
      {},
      `blank-${carrier.id}-${month}.csv`,
    )
  const isLuis = async () =>
    (await office.call(statements.lines, { carrierId: carrier.id, sort: 'month', order: 'asc' })).data.map(
      ({ agentName }) => agentName !== null,
    )
  await load(1, '20417733')
  await pay(1)
  await load(3, '')
  expect(await isLuis()).toEqual([true])
  await pay(2)
  await pay(3)
  expect(await isLuis()).toEqual([true, true, false])
})

test('AGENT-04 an earlier agent of record who is added later gets the lines of those months', async () => {
  const load = (month: number, npn: string) =>
    admin.call(
      uploads.process,
      { carrierId: carrier.id, month, year: 2026 },
      {
        text: csv([
          ['PolicyNumber', 'FirstName', 'LastName', 'AgentNPN', 'EffectiveDate'],
          ['E1', 'Ana', 'Vance', npn, '01/01/2026'],
        ]),
        name: 'book.csv',
      },
    )
  await load(1, '31000002')
  await load(3, '20417733')
  const lines = [2, 3].map((month) => ({ number: 'E1', npn: '', amount: '20.00', month }))
  await uploadAs(admin, commissionCsv(lines, carrier.name), {}, `earlier-${carrier.id}.csv`)
  const agentIds = async () =>
    (await office.call(statements.lines, { carrierId: carrier.id, sort: 'month', order: 'asc' })).data.map(
      ({ agentId }) => agentId,
    )
  expect(await agentIds()).toEqual([null, luis.agentId])
  const { id } = await admin.call(agents.save, newAgent({ npn: '31000002' }))
  expect(await agentIds()).toEqual([id, luis.agentId])
  const { months, tracks, lines: sum } = await sumsOf(agency.db, carrier.id)
  expect([months, tracks]).toEqual([sum, sum])
})

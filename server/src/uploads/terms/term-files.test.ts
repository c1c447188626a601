import { payRuns } from '@coverdesk/domain/pay-runs/pay-run-contract.ts'
import { adjustments } from '@coverdesk/domain/pay-terms/adjustment-contract.ts'
import { advances } from '@coverdesk/domain/pay-terms/advance-contract.ts'
import { agentContracts } from '@coverdesk/domain/pay-terms/agent-contract-contract.ts'
import { overrides } from '@coverdesk/domain/pay-terms/override-contract.ts'
import { policySplits } from '@coverdesk/domain/pay-terms/split-contract.ts'
import { uplines } from '@coverdesk/domain/pay-terms/upline-contract.ts'
import { schedules } from '@coverdesk/domain/schedules/schedule-contract.ts'
import { exampleFile, termFileShapes } from '@coverdesk/domain/term-files/example-file.ts'
import { termFiles } from '@coverdesk/domain/term-files/term-file-contract.ts'
import { type TermFileKind, termFileKinds } from '@coverdesk/domain/uploads/import-kinds.ts'
import type { ImportRun } from '@coverdesk/domain/uploads/upload-contract.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { insertAgent } from '../../agents/test-agents.ts'
import { type Person, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { csv, refusal } from '../policies/upload-samples.ts'

let agency: TestApp
let office: Person
beforeEach(async () => {
  agency = await startTestApp()
  agency.setClock(() => new Date('2026-11-25T15:00:00Z'))
  office = await agency.person({ roles: ['agent', 'administrator'], claims: ['admin.Statement'], npn: '30000001' })
  await insertAgent(agency, 'Ana Vega', '19984127')
  await insertAgent(agency, 'Ben Ortiz', '20417733')
  await insertAgent(agency, 'Cleo Park', '20417734')
  for (const carrier of ['Oscar', 'Molina']) await agency.carrier(carrier)
})
afterEach(() => agency.close())

type Rows = readonly (readonly string[])[]
const fileOf = (rows: Rows, name = 'terms.csv') => ({ text: csv(rows.map((row) => [...row])), name })
const check = (kind: TermFileKind, rows: Rows, more: object = {}): Promise<ImportRun> =>
  office.call(termFiles.check, { kind, ...more }, fileOf(rows))
const load = (kind: TermFileKind, rows: Rows, more: object = {}): Promise<ImportRun> =>
  office.call(termFiles.load, { kind, ...more }, fileOf(rows))
const undo = (run: ImportRun) => office.call(termFiles.undo, { batchId: run.batchId ?? 0 })
/** 'line column: reason' of each problem. */
const problemsOf = async (kind: TermFileKind, rows: Rows): Promise<string[]> =>
  (await check(kind, rows)).problems.map(({ line, column, reason }) => `${line} ${column}: ${reason}`)
const countsOf = ({ counts }: ImportRun) => [counts?.new, counts?.changed, counts?.unchanged, counts?.refused]

const contracts = async () =>
  (await office.call(agentContracts.list, { pageSize: 100 })).data.map(
    ({ agentName, carrierName, percent, amount, startDate, endDate }) =>
      [agentName, carrierName, percent ?? amount, startDate, endDate].join(' '),
  )

const policy = async (number: string, carrier = 'Oscar') => {
  const { rows } = await sql<{ id: number }>`
    insert into policies (carrier_id, policy_number, first_name, last_name, agent_id)
    select c.id, ${number}, 'Ida', 'Case', ${office.agentId} from carriers c where c.name = ${carrier} returning id`.execute(
    agency.db,
  )
  return rows[0]?.id ?? 0
}

const history = [
  ['Producer', 'Issuer', 'Comp Level', 'Effective', 'Term Date'],
  ['Vega, Ana', '', '60%', '1/1/2025', ''],
  ['ANA VEGA', 'Any carrier', '70', '01/01/2026', ''],
  ['Ben Ortiz', 'oscar', '$12.00 PMPM', '2026-01-01', '12/31/2026'],
]

test('Contracts come in with other headings; an open row ends where the next one begins, and the dry run says what is new', async () => {
  const checked = await check('contracts', history)
  expect(countsOf(checked)).toEqual([3, 0, 0, 0])
  expect(await contracts()).toEqual([])
  const rows = await office.call(termFiles.checkedRows, { runId: checked.id, outcome: 'new' })
  expect(rows.data.map(({ line, key, label }) => [line, key, label])).toEqual([
    [2, 'Ana Vega', 'Any carrier, 60 %, 01/01/2025, 12/31/2025'],
    [3, 'Ana Vega', 'Any carrier, 70 %, 01/01/2026'],
    [4, 'Ben Ortiz', 'Oscar, $12.00 per member, 01/01/2026, 12/31/2026'],
  ])
  const loaded = await load('contracts', history)
  expect([loaded.state, ...countsOf(loaded)]).toEqual(['loaded', 3, 0, 0, 0])
  expect(await contracts()).toEqual([
    'Ana Vega  60 2025-01-01 2025-12-31',
    'Ana Vega  70 2026-01-01 ',
    'Ben Ortiz Oscar 12.00 2026-01-01 2026-12-31',
  ])
  expect(countsOf(await load('contracts', history))).toEqual([0, 0, 3, 0])
})

test('A changed row, and a stored one that a new row ends, are shown field by field, written with their history, and undone', async () => {
  await load('contracts', history)
  const before = await contracts()
  const rows = [
    ['NPN', 'Carrier', 'Part', 'Start date', 'End date'],
    ['20417733', 'Oscar', '$13.00 per member', '01/01/2026', '12/31/2026'],
    ['19984127', '', '75 %', '07/01/2026', ''],
  ]
  const checked = await check('contracts', rows)
  expect(countsOf(checked)).toEqual([1, 2, 0, 0])
  const changes = await office.call(termFiles.checkedRows, { runId: checked.id, outcome: 'changed' })
  expect(changes.data.map(({ line, field, oldValue, newValue }) => [line, field, oldValue, newValue])).toEqual([
    [2, 'Part', '$12.00 per member', '$13.00 per member'],
    [3, 'End date of Ana Vega, Any carrier, 70 %, 01/01/2026', null, '06/30/2026'],
  ])
  const loaded = await load('contracts', rows)
  expect(await contracts()).toEqual([
    'Ana Vega  60 2025-01-01 2025-12-31',
    'Ana Vega  70 2026-01-01 2026-06-30',
    'Ana Vega  75 2026-07-01 ',
    'Ben Ortiz Oscar 13.00 2026-01-01 2026-12-31',
  ])
  const row = (await office.call(agentContracts.list, { pageSize: 100 })).data.find(({ percent }) => percent === '70')
  expect((await office.call(agentContracts.history, { id: row?.id ?? 0 })).map(({ action }) => action)).toEqual([
    'Loaded from a file',
    'Ended by a loaded row',
  ])
  await undo(loaded)
  expect(await contracts()).toEqual(before)
})

test('Loads are undone newest first, and not when a row changed since: the sentence names it and nothing is undone', async () => {
  const first = await load('contracts', history)
  const second = await load('contracts', [
    ['Agent', 'Part', 'Start date'],
    ['Ana Vega', '75 %', '01/01/2026'],
  ])
  const listed = (await office.call(agentContracts.list, { pageSize: 100 })).data
  const ben = listed.find(({ agentName }) => agentName === 'Ben Ortiz')
  await undo(second)
  await office.call(agentContracts.edit, {
    id: ben?.id ?? 0,
    version: ben?.version ?? 0,
    basis: 'percent',
    percent: '50',
    startDate: '2026-01-01',
  })
  const refused = await refusal(undo(first))
  expect([refused.code, refused.message]).toEqual([
    'upload.changed_since',
    'Changed since this file was loaded: Ben Ortiz, Oscar, $12.00 per member, 01/01/2026, 12/31/2026. Nothing was undone.',
  ])
  expect(await contracts()).toHaveLength(3)
  const now = (await office.call(agentContracts.one, { id: ben?.id ?? 0 })).version
  await office.call(agentContracts.remove, { id: ben?.id ?? 0, version: now })
  expect((await refusal(undo(first))).message).toContain('Ben Ortiz')
  expect(
    (await office.call(termFiles.batches, { kind: 'contracts' })).data.map(({ undoneAt }) => undoneAt === null),
  ).toEqual([false, true])
})

test('Without later changes, the newest load and then the one before it are undone exactly', async () => {
  const first = await load('contracts', history)
  const second = await load('contracts', [
    ['Agent', 'Part', 'Start date'],
    ['Ana Vega', '75 %', '01/01/2026'],
  ])
  await undo(second)
  await undo(first)
  expect(await contracts()).toEqual([])
})

test('Each problem of a contract is named by line and column, and nothing is loaded', async () => {
  await load('contracts', [
    ['Agent', 'Part', 'Start date', 'End date'],
    ['Ana Vega', '70 %', '06/01/2026', ''],
  ])
  const rows = [
    ['Agent NPN', 'Agent', 'Carrier', 'Part', 'Start date', 'End date'],
    ['11111111', '', '', '70 %', '01/01/2026', ''],
    ['', 'Dan Moss', '', '70 %', '01/01/2026', ''],
    ['', 'Ana Vega', '', '65 %', '01/01/2026', '06/30/2026'],
    ['', 'Ben Ortiz', 'Nowhere Health', '70 %', '01/01/2026', ''],
    ['', 'Ben Ortiz', '', '0.7', '01/01/2026', ''],
    ['', 'Ben Ortiz', '', '170 %', '01/01/2026', ''],
    ['', 'Cleo Park', '', '70 %', '01/01/2026', '03/31/2026'],
    ['', 'Cleo Park', '', '71 %', '03/01/2026', ''],
    ['', 'Cleo Park', '', '72 %', '01/01/2026', ''],
    ['', '', '', '70 %', '01/01/2026', ''],
    ['', 'Ben Ortiz', '', '70 %', '05/01/2026', '04/01/2026'],
  ]
  expect((await problemsOf('contracts', rows)).sort()).toEqual(
    [
      '2 Agent NPN: No agent has NPN 11111111',
      '3 Agent: No agent is named Dan Moss',
      '4 Start date: Overlaps the contract of 70 %, from 06/01/2026',
      '5 Carrier: No carrier is named Nowhere Health',
      '6 Part: Write 70 % if that is meant, or 0.7 % for less than one percent',
      '7 Part: Percent must be from 0 to 100, with up to 4 decimals',
      '9 Start date: Overlaps line 8',
      '10 Start date: Also on line 8',
      '11 Agent: Agent is required',
      "12 End date: End date can't be before the start date",
    ].sort(),
  )
  const refused = await refusal(load('contracts', rows))
  expect(refused.code).toBe('upload.rows_refused')
  expect(await contracts()).toEqual(['Ana Vega  70 2026-06-01 '])
})

test('Names that no agent or carrier has are mapped in the dialog', async () => {
  const rows = [
    ['Agent', 'Carrier', 'Part', 'Start date'],
    ['A. Vega', 'OSC', '70 %', '01/01/2026'],
    ['A. Vega', '', '60 %', '01/01/2026'],
  ]
  expect((await check('contracts', rows)).unknownValues).toEqual([
    { field: 'Agent', heading: 'Agent', value: 'A. Vega', rows: 2 },
    { field: 'Carrier', heading: 'Carrier', value: 'OSC', rows: 1 },
  ])
  const { rows: ids } = await sql<{ agent: number; carrier: number }>`
    select (select id from agents where npn = '19984127') as agent, (select id from carriers where name = 'Oscar') as carrier`.execute(
    agency.db,
  )
  const values = JSON.stringify({ Agent: { 'A. Vega': `#${ids[0]?.agent}` }, Carrier: { OSC: `#${ids[0]?.carrier}` } })
  expect(countsOf(await load('contracts', rows, { values }))).toEqual([2, 0, 0, 0])
  expect(await contracts()).toEqual(['Ana Vega Oscar 70 2026-01-01 ', 'Ana Vega  60 2026-01-01 '])
})

test('The hierarchy comes in with overrides; a circle is refused at the row that closes it, in the file and with stored rows', async () => {
  const above = [
    ['Agent', 'Manager', 'Start'],
    ['Ben Ortiz', 'Ana Vega', '01/01/2026'],
    ['Cleo Park', 'Ben Ortiz', '01/01/2026'],
  ]
  expect(
    await problemsOf('uplines', [
      ...above,
      ['Ana Vega', 'Cleo Park', '03/01/2026'],
      ['Ana Vega', 'Ana Vega', '02/01/2026'],
    ]),
  ).toEqual(
    [
      "5 Manager: An agent can't be their own upline",
      '4 Manager: Ana Vega would be their own upline from 03/01/2026: Ana Vega → Cleo Park → Ben Ortiz → Ana Vega',
    ].sort(),
  )
  const loaded = await load('uplines', above)
  expect(countsOf(loaded)).toEqual([2, 0, 0, 0])
  expect(
    await problemsOf('uplines', [
      ['Agent', 'Upline', 'Start date'],
      ['Ana Vega', 'Cleo Park', '03/01/2026'],
    ]),
  ).toEqual([
    '2 Upline: Ana Vega would be their own upline from 03/01/2026: Ana Vega → Cleo Park → Ben Ortiz → Ana Vega',
  ])
  const terms = [
    ['Agent', 'Tier', 'Override %', 'From'],
    ['Ana Vega', '1', '5%', '01/01/2026'],
    ['Ana Vega', '2', '2.5%', '01/01/2026'],
    ['Ana Vega', '6', '1%', '01/01/2026'],
  ]
  expect(await problemsOf('overrides', terms)).toEqual(['4 Tier: Level from 1 to 5'])
  await load('overrides', terms.slice(0, 3))
  expect((await office.call(overrides.list, {})).data.map(({ level, percent }) => [level, percent])).toEqual([
    [1, '5'],
    [2, '2.5'],
  ])
  await undo(loaded)
  expect((await office.call(uplines.list, {})).totalRecords).toBe(0)
})

test('Splits come in by policy; wrong sums, and unknown policies are refused, and the undo restores the split before', async () => {
  const policyId = await policy('U-100')
  await policy('U-200')
  const { rows: agents } = await sql<{
    id: number
  }>`select id from agents where npn in ('19984127', '20417733') order by npn`.execute(agency.db)
  await office.call(policySplits.change, {
    policyId,
    version: 0,
    startDate: '2025-01-01',
    shares: [{ agentId: agents[0]?.id ?? 0, share: '100' }],
  })
  const rows = [
    ['Policy #', 'Agent', 'Split %', 'Start date'],
    ['U-100', 'Ana Vega', '60%', '01/01/2026'],
    ['U-100', 'Ben Ortiz', '40%', '01/01/2026'],
  ]
  expect(
    await problemsOf('splits', [
      ...rows,
      ['U-200', 'Ana Vega', '60', '01/01/2026'],
      ['U-200', 'Ben Ortiz', '30', '01/01/2026'],
      ['U-300', 'Ben Ortiz', '100', '01/01/2026'],
    ]),
  ).toEqual([
    '4 Split %: Lines 4, 5: the shares add up to 90 %, not 100 %',
    '5 Split %: Lines 4, 5: the shares add up to 90 %, not 100 %',
    '6 Policy #: No policy has this number',
  ])
  const loaded = await load('splits', rows)
  const split = async () =>
    (await office.call(policySplits.ofPolicy, { policyId })).splits.map(
      ({ startDate, endDate, shares }) =>
        `${startDate} ${endDate} ${shares.map(({ agentName, share }) => `${agentName} ${share}`).join(', ')}`,
    )
  expect(await split()).toEqual(['2025-01-01 2025-12-31 Ana Vega 100', '2026-01-01 null Ana Vega 60, Ben Ortiz 40'])
  expect(countsOf(await load('splits', rows))).toEqual([0, 0, 2, 0])
  await undo(loaded)
  expect(await split()).toEqual(['2025-01-01 null Ana Vega 100'])
})

test('A file neither changes nor, undone, deletes an adjustment that a closed run has', async () => {
  const boss = await agency.person({
    roles: ['agent', 'administrator'],
    claims: ['admin.AgentPayment'],
    fullAccess: true,
  })
  const given = (amount: string, until = '') => [
    ['Agent', 'From', 'Until', 'Amount', 'Reason'],
    ['Ana Vega', '03/2026', until, amount, 'Software'],
  ]
  const loaded = await load('adjustments', given('-50'))
  const { id, inputHash } = await boss.call(payRuns.start, { month: '03/2026' })
  await boss.call(payRuns.close, { id, inputHash })
  expect(await problemsOf('adjustments', given('-500'))).toEqual([
    '2 Amount: Pay through 03/2026 is closed with this adjustment, so its amount stays. End it and enter another one',
  ])
  expect(await refusal(undo(loaded))).toMatchObject({ code: 'adjustment.paid' })
  await load('adjustments', given('-50', '03/2026'))
  expect((await office.call(adjustments.list, {})).data).toMatchObject([{ amount: '-50.00', lastMonth: '03/2026' }])
})

test('Advances and adjustments come in; rows of closed months and a row that is said twice are refused', async () => {
  const boss = await agency.person({
    roles: ['agent', 'administrator'],
    claims: ['admin.AgentPayment'],
    fullAccess: true,
  })
  const { id, inputHash } = await boss.call(payRuns.start, { month: '03/2026' })
  await boss.call(payRuns.close, { id, inputHash })
  const given = [
    ['Agent', 'Month', 'Advance', 'Recovery %', 'Memo'],
    ['Ana Vega', '04/2026', '500', '50', 'Start'],
    ['Ben Ortiz', 'Mar 2026', '$1,000.00', '', 'Start'],
  ]
  expect(await problemsOf('advances', given)).toEqual(['3 Month: 03/2026 is closed; the first open month is 04/2026'])
  await load('advances', given.slice(0, 2))
  expect((await office.call(advances.list, {})).data).toMatchObject([
    { agentName: 'Ana Vega', month: '04/2026', amount: '500.00', recoveryPercent: '50', reason: 'Start' },
  ])
  const monthly = [
    ['Agent', 'From', 'Until', 'Amount', 'Reason'],
    ['Ana Vega', '04/2026', '', '(25.00)', 'E&O insurance'],
    ['Ana Vega', '04/2026', '', '-25', 'E&O insurance'],
    ['Ana Vega', '05/2026', '04/2026', '10', 'Bonus'],
  ]
  expect(await problemsOf('adjustments', monthly)).toEqual(
    ["4 Until: Last month can't be before the first", '3 null: Says the same as line 2'].sort(),
  )
  await load('adjustments', monthly.slice(0, 2))
  expect((await office.call(adjustments.list, {})).data).toMatchObject([{ amount: '-25.00', lastMonth: null }])
})

test('Schedules come in with titles above; overlaps in the file and unknown states are refused by line, and the undo takes the rows back', async () => {
  const rows = [
    ['Commission schedule of 2026, as of 01/02/2026', '', '', '', '', '', ''],
    ['Carrier', 'State', 'Plan', 'Effective', 'Through', 'Rate Type', 'Rate'],
    ['Oscar', 'FL, TX', 'All', '1/1/2026', '12/31/2026', 'PMPM', '$20.00'],
    ['Oscar', 'Florida', 'Silver', '01/2026', '12/2026', '% of premium', '2.5%'],
    ['Oscar', 'FL', 'All plans', '06/2026', '', 'PMPM', '21'],
    ['Molina', 'XX', '', '01/2026', '', 'PMPM', '21'],
  ]
  expect(await problemsOf('schedules', rows)).toEqual(['5 Effective: Overlaps line 3', '6 State: XX is not a state'])
  const loaded = await load('schedules', rows.slice(0, 4))
  const { data } = await office.call(schedules.list, {})
  expect(
    data.map(({ states, scope, scopeValue, basis, amount }) => [states.join(), scope, scopeValue, basis, amount]),
  ).toEqual([
    ['FL,TX', 'all', '', 'member', '20.00'],
    ['FL', 'metal', 'silver', 'percent', '2.50'],
  ])
  await undo(loaded)
  expect((await office.call(schedules.list, {})).totalRecords).toBe(0)
})

test('Only users who may change terms load, see and undo these files', async () => {
  const run = await load('contracts', history)
  const agent = await agency.person({
    roles: ['agent'],
    npn: '30000002',
    claims: ['view.Statement', 'admin.UploadFile', 'view.UploadFile'],
  })
  expect((await refusal(agent.call(termFiles.check, { kind: 'contracts' }, fileOf(history)))).status).toBe(403)
  expect((await refusal(agent.call(termFiles.run, { runId: run.id }))).status).toBe(403)
  expect((await refusal(agent.call(termFiles.undo, { batchId: run.batchId ?? 0 }))).status).toBe(403)
})

test.each(termFileKinds)(
  'The example file of %s has the headings of its format and no problem in its form',
  async (kind) => {
    for (const number of ['U10001']) await policy(number)
    const run = await office.call(termFiles.check, { kind }, { text: exampleFile(kind), name: 'example.csv' })
    expect(run.headings.map(({ heading, field, by }) => [heading, field, by])).toEqual(
      termFileShapes[kind].fields.map(({ name }) => [name, name, 'name']),
    )
    expect(run.problems).toEqual([])
    expect(countsOf(run)[0]).toBeGreaterThan(0)
  },
)

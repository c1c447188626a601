import { agentStatements, statements } from '@coverdesk/domain/commissions/statement-contract.ts'
import { exceptions } from '@coverdesk/domain/exceptions/exception-contract.ts'
import { uploads } from '@coverdesk/domain/uploads/upload-contract.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
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
  office = await agency.person({ roles: ['agent', 'administrator'], claims: ['admin.Statement', 'view.Statement'] })
})
afterAll(() => agency.close())
beforeEach(async () => {
  carrier = await carrierWithPolicies(agency)
})

const headings = ['Writing Broker NPN', 'Earner Name', 'Pay Period', 'Payment Amount', 'Plan Name', 'Description']
type Line = readonly [amount: string, npn?: string]
let salt = 0
/** Centene's columns, which name neither a policy nor an insured; the bytes are new each time. */
const ofAgents = (...lines: Line[]) =>
  csv([
    [...headings, `Note ${++salt}`],
    ...lines.map(([amount, npn = '19984127']) => [npn, 'Sunrise', '03/2026', amount, 'Silver', 'Monthly', '']),
  ])
const numbered = (...lines: (readonly [number: string, amount: string, npn?: string])[]) =>
  csv([
    ['Policy Number', 'Writing Broker NPN', 'Pay Period', 'Payment Amount', `Note ${++salt}`],
    ...lines.map(([number, amount, npn = '19984127']) => [number, npn, '03/2026', amount, '']),
  ])
const more = (): UploadOptions => ({ carrierId: carrier.id })
const load = (text: string) => uploadAs(admin, text, more())
const check = (text: string) => checkAs(admin, text, more())
const undo = (batchId: number | null) => admin.call(uploads.undo, { batchId: batchId ?? 0 })
const cents = async () => {
  const { lines, months, tracks, matched, years } = await sumsOf(agency.db, carrier.id)
  return { lines, months, tracks, matched, years }
}
const sum = (all: number, matched = 0) => ({ lines: all, months: all, tracks: all, matched, years: matched })

test('UPLOAD-15 lines without a number and an insured count for their agents, are no exceptions, and the check says so', async () => {
  const text = ofAgents(['40.00'], ['40.00'], ['-15.00', '20417733'])
  const dry = await check(text)
  expect(dry.commissions).toMatchObject({
    ofAgents: { count: 3, amount: '65.00' },
    unmatched: { rows: 0, policy: 0, setAside: 3 },
    repeatCount: 0,
  })
  expect((await load(text)).counts).toMatchObject({ new: 3, refused: 0 })
  expect(await cents()).toEqual(sum(6_500))
  expect(await office.call(exceptions.list, { carrierId: carrier.id })).toMatchObject({ totalRecords: 0 })
  expect(await office.call(exceptions.summary, { carrierId: carrier.id })).toMatchObject({ loaded: 3, setAside: 3 })
  const { data } = await office.call(statements.lines, { carrierId: carrier.id })
  expect(
    data.map(({ policyNumber, commissionAmount, agentId }) => [policyNumber, commissionAmount, agentId !== null]),
  ).toEqual(
    expect.arrayContaining([
      ['No number', '40.00', true],
      ['No number', '-15.00', true],
    ]),
  )
  const months = await office.call(agentStatements.list, { carrierId: carrier.id })
  expect(months.data.map(({ amount }) => amount).sort()).toEqual(['-15.00', '80.00'])
})

test('A-128 the same lines loaded again count once, and one more of them is one more payment', async () => {
  await load(ofAgents(['40.00'], ['40.00']))
  expect((await load(ofAgents(['40.00'], ['40.00']))).counts).toMatchObject({ new: 0, unchanged: 2 })
  expect((await load(ofAgents(['40.00'], ['40.00'], ['40.00']))).counts).toMatchObject({ new: 1, unchanged: 2 })
  expect(await cents()).toEqual(sum(12_000))
})

test('A-128 a file with numbers over lines of agents counts once and finds their policies; its undo takes the numbers back', async () => {
  await load(ofAgents(['40.00'], ['40.00'], ['25.00']))
  const before = await commissionState(agency.db)
  const text = numbered(['C1', '40.00'], ['C2', '40.00'], ['C3', '25.00'], ['C4', '7.00'])
  expect((await check(text)).counts).toMatchObject({ new: 1, changed: 3 })
  const run = await load(text)
  expect(await cents()).toEqual(sum(11_200, 11_200))
  await undo(run.batchId)
  expect(await commissionState(agency.db)).toEqual(before)
})

test('A-128 a file of agents over lines with numbers counts once, and keeps the lines as those of agents when the other is undone', async () => {
  const run = await load(numbered(['C1', '40.00'], ['C2', '40.00'], ['X1', '25.00', '20417733']))
  expect((await load(ofAgents(['40.00'], ['25.00', '20417733'], ['25.00']))).counts).toMatchObject({
    new: 1,
    unchanged: 2,
  })
  expect(await cents()).toEqual(sum(13_000, 8_000))
  await undo(run.batchId)
  expect(await cents()).toEqual(sum(9_000))
  expect(await office.call(exceptions.list, { carrierId: carrier.id })).toMatchObject({ totalRecords: 0 })
})

test('A-128 a statement by names and the same one with numbers count once', async () => {
  const byName = csv([
    ['Member Name', 'Pay Period', 'Payment Amount'],
    ['Rosa Ledesma', '03/2026', '40.00'],
    ['Ana Vega', '03/2026', '40.00'],
  ])
  const byNumber = csv([
    ['Policy Number', 'Member Name', 'Pay Period', 'Payment Amount'],
    ['C1', 'Rosa Ledesma', '03/2026', '40.00'],
    ['X7', 'Ana Vega', '03/2026', '40.00'],
    ['X8', 'Bo Li', '03/2026', '40.00'],
  ])
  await load(byName)
  expect((await load(byNumber)).counts).toMatchObject({ new: 1, changed: 2 })
  expect(await cents()).toEqual(sum(12_000, 4_000))
})

test('a total by agent and one below are skipped, a line whose description says total is not, and a line without an agent is refused', async () => {
  const text = csv([
    ['Writing Broker Name', 'Writing Broker NPN', 'Pay Period', 'Payment Amount', 'Description'],
    ['Angela Morris', '19984127', '03/2026', '40.00', 'Total plan commission'],
    ['Angela Morris Total', '', '', '40.00', ''],
    ['Total', '19984127', '', '40.00', ''],
    ['', '19984127', '', '40.00', 'Agent total'],
    ['Angela Morris Subtotal', '', '', '40.00', ''],
    ['', '', '03/2026', '3.00', 'Fee'],
  ])
  const run = await check(text)
  expect(run.commissions).toMatchObject({ ofAgents: { count: 1, amount: '40.00' }, totals: 4 })
  expect(run.problems).toMatchObject([{ line: 7, column: 'Policy number', reason: expect.stringContaining('agent') }])
})

test('a heading that may be the policy number, or ids of members, ask for the number before lines count for agents', async () => {
  const withGuess = csv([
    ['Writing Broker NPN', 'Pay Period', 'Payment Amount', 'Policy Reference Number'],
    ['19984127', '03/2026', '40.00', 'C1'],
  ])
  const withIds = csv([
    ['Writing Broker NPN', 'Pay Period', 'Payment Amount', 'Exchange Subscriber ID'],
    ['19984127', '03/2026', '40.00', '77'],
  ])
  for (const text of [withGuess, withIds])
    expect((await refusal(load(text))).message).toBe('Required columns are missing: Policy number')
})

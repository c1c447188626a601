import { commissionLoads } from '@coverdesk/domain/commissions/commission-load-contract.ts'
import { uploads } from '@coverdesk/domain/uploads/upload-contract.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '../testing/test-app.ts'
import { createUploader, csv } from '../uploads/policies/upload-samples.ts'

let agency: TestApp
let admin: Person
let angela: Person
let other: Person
let period: { carrierId: number; month: number; year: number }

beforeAll(async () => {
  agency = await startTestApp()
  admin = await createUploader(agency)
  angela = await agency.person({ roles: ['agent'], npn: '19984127' })
  other = await agency.person({ roles: ['agent'], npn: '19984128' })
  period = { carrierId: await agency.carrier('Ambetter'), month: 3, year: 2026 }
})
afterAll(() => agency.close())
beforeEach(async () => {
  await rename(angela, 'Angela Marie Morris')
  await rename(other, 'Ben Ortiz')
})

const rename = ({ agentId }: Person, name: string) =>
  agency.db.updateTable('agents').set({ name }).where('id', '=', agentId).execute()

/** Names that the dry run lists with their guesses, and the lines without an agent. */
async function read(agent: string, values: Readonly<Record<string, string>> = {}) {
  const text = csv([
    ['Policy Number', 'Agent Name', 'Month', 'Year', 'Amount'],
    ['A1', agent, '3', '2026', '20.00'],
    ['A2', agent, '3', '2026', '21.00'],
  ])
  const run = await admin.call(
    commissionLoads.check,
    { ...period, values: JSON.stringify({ AgentName: values }) },
    { text, name: 'statement.csv' },
  )
  return { listed: run.unknownValues, without: run.commissions?.unmatched.agent }
}
const listed = (value: string, guess?: string) => [
  { field: 'AgentName', heading: 'Agent Name', value, rows: 2, ...(guess ? { guess } : {}) },
]

test('UPLOAD-15 a name without the middle name is the one agent of that first and last name, and the dry run says so', async () => {
  for (const said of ['Angela Morris', 'Morris, Angela', 'ANGELA M. MORRIS'])
    expect(await read(said)).toEqual({ listed: listed(said, 'Angela Marie Morris'), without: 0 })
})

test('UPLOAD-15 a name with a middle name that the agent’s lacks is that agent, if no other has its first and last name', async () => {
  await rename(angela, 'Angela Morris')
  const said = 'Angela Marie Morris'
  expect(await read(said)).toEqual({ listed: listed(said, 'Angela Morris'), without: 0 })
})

test('UPLOAD-15 another middle name, a suffix, or a second agent of that first and last name leaves the lines waiting', async () => {
  for (const said of ['Angela Jane Morris', 'Angela Morris Jr', 'Morris'])
    expect(await read(said)).toEqual({ listed: listed(said), without: 2 })
  await rename(other, 'Angela Jane Morris')
  expect(await read('Angela Morris')).toEqual({ listed: listed('Angela Morris'), without: 2 })
  expect(await read('Angela Jane Morris')).toEqual({ listed: [], without: 0 })
})

test('UPLOAD-15 the user may say that a guessed agent is another, or none', async () => {
  expect(await read('Angela Morris', { 'Angela Morris': '' })).toEqual({ listed: [], without: 2 })
  expect(await read('Angela Morris', { 'Angela Morris': `#${other.agentId}` })).toEqual({ listed: [], without: 0 })
})

test('UPLOAD-11 a policy file finds its agents of record by the same rule', async () => {
  const text = csv([
    ['Policy Number', 'First Name', 'Last Name', 'Agent of Record'],
    ['P1', 'Ana', 'Boyd', 'Angela Morris'],
  ])
  const run = await admin.call(uploads.process, period, { text, name: 'book.csv' })
  expect(run.unknownValues).toMatchObject([{ value: 'Angela Morris', guess: 'Angela Marie Morris' }])
  const { agent_npn } = await agency.db
    .selectFrom('policies')
    .select('agent_npn')
    .where('policy_number', '=', 'P1')
    .executeTakeFirstOrThrow()
  expect(agent_npn).toBe('19984127')
})

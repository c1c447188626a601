import { policySplits } from '@coverdesk/domain/pay-terms/split-contract.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertAgent } from '../agents/test-agents.ts'
import { type Person, startTestApp, type TestApp } from '../testing/test-app.ts'
import { refusal } from '../uploads/policies/upload-samples.ts'

let agency: TestApp
let office: Person
let ana: number
let ben: number
beforeAll(async () => {
  agency = await startTestApp()
  office = await agency.person({
    roles: ['agent', 'administrator'],
    claims: ['admin.Statement', 'admin.Policy'],
    npn: '30000001',
  })
  ana = await insertAgent(agency, 'Ana Vega')
  ben = await insertAgent(agency, 'Ben Ortiz')
})
afterAll(() => agency.close())

let made = 0
async function newPolicy(): Promise<number> {
  const carrierId = await agency.carrier(`Splits ${++made}`)
  const { rows } = await sql<{ id: number }>`
    insert into policies (carrier_id, policy_number, first_name, last_name, agent_id)
    values (${carrierId}, 'U100', 'Maria', 'Case', ${ana}) returning id`.execute(agency.db)
  return rows[0]?.id ?? 0
}
const change = (policyId: number, version: number, startDate: string, ...shares: [number, string][]) =>
  office.call(policySplits.change, {
    policyId,
    version,
    startDate,
    shares: shares.map(([agentId, share]) => ({ agentId, share })),
  })

test('A policy is split from a day on, split otherwise from a later day, and given back to its agent of record', async () => {
  const policyId = await newPolicy()
  expect(await office.call(policySplits.ofPolicy, { policyId })).toEqual({
    policyId,
    version: 0,
    agentName: 'Ana Vega',
    splits: [],
  })
  await change(policyId, 0, '2026-01-01', [ana, '60'], [ben, '40'])
  await change(policyId, 1, '2026-04-01', [ana, '33.3333'], [ben, '66.6667'])
  const { version, splits } = await change(policyId, 2, '2026-07-01')
  expect(version).toBe(3)
  expect(
    splits.map(({ startDate, endDate, shares }) => [startDate, endDate, ...shares.map(({ share }) => share)]),
  ).toEqual([
    ['2026-01-01', '2026-03-31', '60', '40'],
    ['2026-04-01', '2026-06-30', '66.6667', '33.3333'],
  ])
  const stale = await refusal(change(policyId, 1, '2026-08-01', [ana, '100']))
  expect(stale).toMatchObject({ code: 'record.changed', status: 409 })
})

test('Shares that are not 100 % together are refused at the last share with their sum, and nothing changes', async () => {
  const policyId = await newPolicy()
  const before = await change(policyId, 0, '2026-01-01', [ana, '60'], [ben, '40'])
  const refused = async (...shares: [number, string][]) =>
    (await refusal(change(policyId, 1, '2026-02-01', ...shares))).details
  expect(await refused([ana, '60'], [ben, '39.9999'])).toEqual([
    { path: 'shares.1.share', message: 'The shares add up to 99.9999 %, not 100 %' },
  ])
  expect(await refused([ana, '70'], [ben, '40'])).toEqual([
    { path: 'shares.1.share', message: 'The shares add up to 110 %, not 100 %' },
  ])
  expect(await refused([ana, '50'], [ana, '50'])).toEqual([
    { path: 'shares.1.agentId', message: 'This agent has a share already' },
  ])
  expect(await refused([ana, '0'], [ben, '100'])).toMatchObject([{ path: 'shares.0.share' }])
  expect(await office.call(policySplits.ofPolicy, { policyId })).toEqual(before)
})

test('The database itself refuses shares that are not 100 % on some day of a policy', async () => {
  const policyId = await newPolicy()
  await change(policyId, 0, '2026-01-01', [ana, '60'], [ben, '40'])
  const writes = [
    sql`update policy_splits set end_date = '2026-05-31' where policy_id = ${policyId} and agent_id = ${ben}`,
    sql`delete from policy_splits where policy_id = ${policyId} and agent_id = ${ben}`,
    sql`update policy_splits set share = 50 where policy_id = ${policyId} and agent_id = ${ana}`,
  ]
  for (const write of writes)
    await expect(write.execute(agency.db)).rejects.toMatchObject({ constraint: 'policy_splits_whole' })
  await sql`delete from policies where id = ${policyId}`.execute(agency.db)
  expect((await refusal(office.call(policySplits.ofPolicy, { policyId }))).code).toBe('record.not_found')
})

import { bulk } from '@coverdesk/domain/bulk/bulk-contract.ts'
import { processed } from '@coverdesk/domain/bulk/bulk-kinds.ts'
import { customers } from '@coverdesk/domain/customers/customer-contract.ts'
import { offline } from '@coverdesk/domain/offline/offline-contract.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { submittedBy } from '../offline/offline-test-people.ts'
import { type Person, startTestApp, type TestApp } from '../testing/test-app.ts'
import { refusal } from '../uploads/policies/upload-samples.ts'
import { applyPreviewed, changeAll, previewOf } from './bulk-test-calls.ts'

let agency: TestApp
let agent: Person
let other: Person
let head: Person
beforeAll(async () => {
  agency = await startTestApp()
  agent = await agency.person({ roles: ['agent'], claims: ['view.customer', 'view.OfflineApp'], npn: '19984127' })
  other = await agency.person({ roles: ['agent'], claims: ['view.customer'], npn: '20417733' })
  head = await agency.person({ roles: ['agent'], claims: ['admin.customer', 'admin.OfflineApp'], fullAccess: true })
})
afterAll(() => agency.close())

/** Customers of an agent, with an address in Florida. */
async function customersOf(agentId: number | null, count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with people as (
      insert into contacts (first_name, last_name, agent_id)
      select 'Ana', 'Vega ' || n, ${agentId} from generate_series(1, ${count}) as n returning id),
    placed as (
      insert into contact_addresses (contact_id, address, state_id)
      select id, '12 Palm Ave', (select id from states where code = 'FL') from people)
    insert into customers (contact_id) select id from people returning contact_id as id`.execute(agency.db)
  return rows.map(({ id }) => id).sort((a, b) => a - b)
}

const contactOf = async (agentId: number | null): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    insert into contacts (first_name, last_name, agent_id) values ('Leo', 'Client', ${agentId}) returning id`.execute(
    agency.db,
  )
  return rows[0]?.id ?? 0
}

const agentsOf = async (ids: readonly number[]) => {
  const { rows } = await sql<{ agentId: number | null }>`
    select agent_id as "agentId" from contacts where id = any(${ids}::bigint[]) order by id`.execute(agency.db)
  return rows.map(({ agentId }) => agentId)
}

test('P-28 P-33 customers are assigned to an agent together, with warnings about the agent, and the undo is exact', async () => {
  const ids = [...(await customersOf(agent.agentId, 2)), ...(await customersOf(null, 1))]
  const change = { action: 'customer.agent' as const, value: other.agentId, ids }
  const seen = await previewOf(head, change)
  expect(seen.data.map(({ name, outcome }) => [name, outcome])).toEqual([
    ['Ana Vega 1', 'changes'],
    ['Ana Vega 2', 'changes'],
    ['Ana Vega 1', 'changes'],
  ])
  expect(seen.warnings).toContain('No health license in Florida (3 customers)')
  const done = await applyPreviewed(head, change, seen)
  expect(await agentsOf(ids)).toEqual([other.agentId, other.agentId, other.agentId])
  expect((await head.call(customers.history, { id: ids[0] ?? 0 })).at(-1)).toMatchObject({
    version: 2,
    changes: [{ field: 'Agent', new: expect.stringMatching(/^Pat Example/) }],
  })
  expect(await head.call(bulk.customer.undo, { id: done.id })).toMatchObject({ records: 3, kept: 0 })
  expect(await agentsOf(ids)).toEqual([agent.agentId, agent.agentId, null])
})

test('P-28 P-33 a user cannot assign customers to an agent whose customers they cannot see, nor remove the agent', async () => {
  const ids = await customersOf(agent.agentId, 2)
  for (const value of [other.agentId, null])
    expect((await refusal(previewOf(agent, { action: 'customer.agent', value, ids }))).code).toBe('request.invalid')
  const foreign = await customersOf(other.agentId, 1)
  const mixed = { action: 'customer.agent' as const, value: agent.agentId, ids: [...ids, ...foreign] }
  expect((await refusal(previewOf(agent, mixed))).code).toBe('record.not_found')
  expect(await agentsOf(ids)).toEqual([agent.agentId, agent.agentId])
})

test('CUST-15 CUST-17 P-28 a bulk status change requires a comment, is in each customer’s history, and can be undone', async () => {
  const ids = await customersOf(agent.agentId, 3)
  await agent.call(customers.setStatus, { id: ids[0] ?? 0, statusId: 3, comment: 'Asked for a quote' })
  const change = { action: 'customer.status' as const, value: 2, ids }
  const seen = await previewOf(agent, change)
  const silent = await refusal(applyPreviewed(agent, change, seen))
  expect(silent).toMatchObject({
    code: 'request.invalid',
    details: [{ path: 'comment', message: 'Comment is required' }],
  })
  expect((await refusal(previewOf(agent, { ...change, value: null }))).message).toBe('Status is required')
  const done = await applyPreviewed(agent, { ...change, comment: 'Open enrolment' }, seen)
  const statusesOf = async (id = 0) =>
    (await agent.call(customers.statuses, { id })).map(({ statusId, comment }) => [statusId, comment])
  expect((await statusesOf(ids[0])).at(-1)).toEqual([2, 'Open enrolment'])
  expect((await agent.call(customers.one, { id: ids[2] ?? 0 })).statusId).toBe(2)
  await agent.call(bulk.customer.undo, { id: done.id })
  expect((await statusesOf(ids[0])).slice(-2)).toEqual([
    [2, 'Open enrolment'],
    [3, 'Change of many undone'],
  ])
  expect((await agent.call(customers.one, { id: ids[2] ?? 0 })).statusId).toBe(1)
})

test('P-28 P-74 a status changed since then blocks the change and its undo', async () => {
  const ids = await customersOf(agent.agentId, 2)
  const change = { action: 'customer.status' as const, value: 2, comment: 'Called', ids }
  const seen = await previewOf(agent, change)
  const touch = () => head.call(customers.setStatus, { id: ids[1] ?? 0, statusId: 4, comment: 'Moved away' })
  await touch()
  expect(await refusal(applyPreviewed(agent, change, seen))).toMatchObject({
    code: 'bulk.edit_conflict',
    details: { records: 1, names: ['Ana Vega 2'] },
  })
  const { id } = await changeAll(agent, change)
  await touch()
  expect((await refusal(agent.call(bulk.customer.undo, { id }))).code).toBe('bulk.changed_since')
  expect(await agent.call(bulk.customer.undo, { id, skipChanged: true })).toMatchObject({ kept: 1 })
  expect((await agent.call(customers.one, { id: ids[1] ?? 0 })).statusId).toBe(4)
  expect((await agent.call(bulk.customer.recent, {}))[0]).toMatchObject({ id, records: 2, kept: 1 })
})

test('P-28 contacts become an agent’s clients; an agent or user among them is named and blocks the change', async () => {
  const [client = 0, colleague = 0] = [await contactOf(null), await contactOf(null)]
  await sql`update users set contact_id = ${colleague} where id = ${other.userId}`.execute(agency.db)
  const change = { action: 'contact.agent' as const, value: agent.agentId, ids: [client, colleague] }
  const seen = await previewOf(head, change)
  expect(seen.data.map(({ outcome, why }) => [outcome, why])).toEqual([
    ['changes', null],
    ['refused', 'A user can’t be a client'],
  ])
  expect((await refusal(applyPreviewed(head, change, seen))).code).toBe('bulk.refused')
  expect(await agentsOf([client, colleague])).toEqual([null, null])
  const { id } = await changeAll(head, { ...change, ids: [client] })
  expect(await agentsOf([client])).toEqual([agent.agentId])
  await head.call(bulk.contact.undo, { id })
  expect(await agentsOf([client])).toEqual([null])
})

test('P-28 applications are marked as processed together, and an undo restores each date and name', async () => {
  const ids = [await submittedBy(agency, agent), await submittedBy(agency, agent)].sort((a, b) => a - b)
  const [first = 0] = ids
  const stateOf = async () => {
    const { rows } = await sql<{ at: string | null; by: number | null }>`
      select processed_at::text as at, processed_by as by from offline_applications where id = any(${ids}::bigint[]) order by id`.execute(
      agency.db,
    )
    return rows
  }
  await head.call(offline.process, { id: first, version: 1, processed: true })
  const before = await stateOf()
  const reopened = await changeAll(head, { action: 'offline.processed', value: null, ids: [first] })
  expect(await stateOf()).toEqual([
    { at: null, by: null },
    { at: null, by: null },
  ])
  await head.call(bulk.offline.undo, { id: reopened.id })
  expect(await stateOf()).toEqual(before)
  const change = { action: 'offline.processed' as const, value: processed, ids }
  expect((await previewOf(head, change)).data.map(({ outcome }) => outcome)).toEqual(['has it', 'changes'])
  expect((await refusal(previewOf(agent, change))).code).toBe('right.missing')
  const { id } = await changeAll(head, change)
  expect((await stateOf()).every(({ at, by }) => at !== null && by === head.userId)).toBe(true)
  await head.call(bulk.offline.undo, { id })
  expect(await stateOf()).toEqual(before)
})

test('P-28 customers can be undone although one of them was merged since', async () => {
  const ids = await customersOf(agent.agentId, 3)
  const { id } = await changeAll(head, { action: 'customer.agent', value: other.agentId, ids })
  const [gone, ...others] = ids
  const into = await contactOf(agent.agentId)
  await sql`update contacts set merged_into = ${into} where id = ${gone}`.execute(agency.db)
  expect(await refusal(head.call(bulk.customer.undo, { id }))).toMatchObject({
    code: 'bulk.changed_since',
    details: { records: 1, names: [] },
  })
  expect(await head.call(bulk.customer.undo, { id, skipChanged: true })).toMatchObject({ records: 3, kept: 1 })
  expect(await agentsOf(others)).toEqual(others.map(() => agent.agentId))
})

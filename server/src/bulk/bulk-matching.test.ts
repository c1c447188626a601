import { bulk } from '@coverdesk/domain/bulk/bulk-contract.ts'
import { customers } from '@coverdesk/domain/customers/customer-contract.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '../testing/test-app.ts'
import { refusal } from '../uploads/policies/upload-samples.ts'

let agency: TestApp
let agent: Person
let other: Person
let head: Person
beforeAll(async () => {
  agency = await startTestApp()
  agent = await agency.person({ roles: ['agent'], claims: ['view.customer'], npn: '19984127' })
  other = await agency.person({ roles: ['agent'], claims: ['view.customer'], npn: '20417733' })
  head = await agency.person({ roles: ['agent'], claims: ['admin.customer'], fullAccess: true })
})
afterAll(() => agency.close())

/** Customers with a last name of their own, whose list can be filtered by it. */
async function customersOf(agentId: number | null, lastName: string, count: number): Promise<void> {
  await sql`
    with people as (
      insert into contacts (first_name, last_name, agent_id)
      select 'Ana' || n, ${lastName}, ${agentId} from generate_series(1, ${count}) as n returning id)
    insert into customers (contact_id) select id from people`.execute(agency.db)
}

const agentsOf = async (lastName: string) => {
  const { rows } = await sql<{ agentId: number | null; people: number }>`
    select agent_id as "agentId", count(*)::int as people from contacts where last_name = ${lastName}
    group by 1 order by 2 desc`.execute(agency.db)
  return rows.map(({ agentId, people }) => [agentId, people])
}

const assignTo = (value: number | null, lastName: string) => ({
  action: 'customer.agent' as const,
  value,
  filter: { fullName: lastName, sort: 'fullName', pageSize: 50, pageNumber: 2 },
})

test('P-28 P-33 all customers that match are assigned after a preview in numbers, beyond the limit of named records, with an exact undo', async () => {
  await customersOf(agent.agentId, 'Quintana', 1_500)
  await customersOf(other.agentId, 'Quintana', 7)
  const change = assignTo(other.agentId, 'Quintana')
  const seen = await head.call(bulk.customer.previewMatching, change)
  expect(seen).toMatchObject({ matching: 1_507, changing: 1_500, unchanged: 7, refused: [] })
  expect(seen.from).toEqual([{ from: expect.stringMatching(/^Pat Example/), records: 1_500 }])
  expect(seen.data.slice(0, 2).map(({ name }) => name)).toEqual(['Ana1 Quintana', 'Ana10 Quintana'])
  const done = await head.call(bulk.customer.applyMatching, { ...change, stamp: seen.stamp })
  expect(done.records).toBe(1_500)
  expect(await agentsOf('Quintana')).toEqual([[other.agentId, 1_507]])
  await head.call(bulk.customer.undo, { id: done.id })
  expect(await agentsOf('Quintana')).toEqual([
    [agent.agentId, 1_500],
    [other.agentId, 7],
  ])
})

test('P-28 a record that came since the preview, or another value, refuses the change with the numbers', async () => {
  await customersOf(agent.agentId, 'Rivadavia', 3)
  const change = assignTo(other.agentId, 'Rivadavia')
  const seen = await head.call(bulk.customer.previewMatching, change)
  await customersOf(null, 'Rivadavia', 2)
  const late = await refusal(head.call(bulk.customer.applyMatching, { ...change, stamp: seen.stamp }))
  expect(late).toMatchObject({
    code: 'bulk.matching_changed',
    message: '3 customers matched in the preview and 5 match now. Nothing was changed. Check again.',
  })
  const again = await head.call(bulk.customer.previewMatching, change)
  await sql`update contacts set agent_id = ${other.agentId} where last_name = 'Rivadavia' and first_name = 'Ana3'`.execute(
    agency.db,
  )
  expect(await refusal(head.call(bulk.customer.applyMatching, { ...change, stamp: again.stamp }))).toMatchObject({
    code: 'bulk.matching_changed',
    message: 'The matching records changed since the preview. Nothing was changed. Check again.',
  })
  expect((await agentsOf('Rivadavia')).find(([id]) => id === other.agentId)).toEqual([other.agentId, 1])
})

test('P-28 an edit of another field since the preview does not refuse the change', async () => {
  await customersOf(agent.agentId, 'Sarmiento', 2)
  const change = assignTo(other.agentId, 'Sarmiento')
  const { stamp } = await head.call(bulk.customer.previewMatching, change)
  await sql`update contacts set middle_name = 'B', version = version + 1 where last_name = 'Sarmiento'`.execute(
    agency.db,
  )
  expect((await head.call(bulk.customer.applyMatching, { ...change, stamp })).records).toBe(2)
})

test('P-28 records that cannot be changed are counted with their reason and left out', async () => {
  await sql`
    insert into contacts (first_name, last_name) select 'Leo' || n, 'Urquiza' from generate_series(1, 3) as n`.execute(
    agency.db,
  )
  await sql`update users set contact_id = (select id from contacts where first_name = 'Leo2' and last_name = 'Urquiza')
    where id = ${other.userId}`.execute(agency.db)
  const change = { action: 'contact.agent' as const, value: agent.agentId, filter: { name: 'Urquiza' } }
  const seen = await head.call(bulk.contact.previewMatching, change)
  expect(seen).toMatchObject({
    matching: 3,
    changing: 2,
    refused: [{ why: 'A user can’t be a client', records: 1 }],
  })
  expect((await head.call(bulk.contact.applyMatching, { ...change, stamp: seen.stamp })).records).toBe(2)
  expect(await agentsOf('Urquiza')).toEqual([
    [agent.agentId, 2],
    [null, 1],
  ])
})

test('P-28 P-33 a filter that would match other agents’ records changes only what its sender can see', async () => {
  await customersOf(agent.agentId, 'Mitre', 2)
  await customersOf(other.agentId, 'Mitre', 3)
  const change = { action: 'customer.status' as const, value: 2, filter: { fullName: 'Mitre' } }
  const seen = await agent.call(bulk.customer.previewMatching, change)
  expect(seen.matching).toBe(2)
  const silent = await refusal(agent.call(bulk.customer.applyMatching, { ...change, stamp: seen.stamp }))
  expect(silent.message).toBe('Comment is required')
  await agent.call(bulk.customer.applyMatching, { ...change, comment: 'Called', stamp: seen.stamp })
  const { data } = await head.call(customers.list, { fullName: 'Mitre', statusId: 2 })
  expect(data.map(({ agentId }) => agentId)).toEqual([agent.agentId, agent.agentId])
})

test('API-10 a filter that the list does not know, or has no valid value, is refused at its name', async () => {
  const change = { action: 'customer.agent' as const, value: other.agentId }
  expect((await refusal(head.call(bulk.customer.previewMatching, { ...change, filter: { secret: 1 } }))).message).toBe(
    'This field is not known here: "secret"',
  )
  expect(
    await refusal(head.call(bulk.customer.previewMatching, { ...change, filter: { createdFrom: 'soon' } })),
  ).toMatchObject({ code: 'request.invalid', details: [{ path: 'createdFrom' }] })
})

test('P-28 more than 50,000 matching records are refused with their number', async () => {
  await sql`
    with people as (
      insert into contacts (first_name, last_name) select 'Ana' || n, 'Belgrano' from generate_series(1, 50001) as n
      returning id)
    insert into customers (contact_id) select id from people`.execute(agency.db)
  expect((await refusal(head.call(bulk.customer.previewMatching, assignTo(other.agentId, 'Belgrano')))).message).toBe(
    '50,001 customers match. Change at most 50,000 at once: narrow the filters.',
  )
}, 60_000)

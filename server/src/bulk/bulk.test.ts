import { bulk } from '@coverdesk/domain/bulk/bulk-contract.ts'
import { leads } from '@coverdesk/domain/leads/lead-contract.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Agency, openAgency, type Person } from '../platform/test-agency.ts'
import { refusal } from '../uploads/upload-samples.ts'

let agency: Agency
let agent: Person
let other: Person
let admin: Person
beforeAll(async () => {
  agency = await openAgency()
  agent = await agency.person({ roles: ['agent'], claims: ['view.Lead'], npn: '19984127' })
  other = await agency.person({ roles: ['agent'], claims: ['view.Lead'], npn: '20417733' })
  admin = await agency.person({ roles: ['agent'], claims: ['admin.Lead'], fullAccess: true })
})
afterAll(() => agency.close())

async function leadsOf(
  agentId: number | null,
  count: number,
  state = 'FL',
): Promise<{ id: number; version: number }[]> {
  const { rows } = await sql<{ id: number; version: number }>`
    insert into leads (source, first_name, last_name, state, agent_id)
    select 'csv', 'Ida', 'Case ' || n, ${state}, ${agentId} from generate_series(1, ${count}) as n returning id, version`.execute(
    agency.db,
  )
  return rows
}

const stateOf = async (records: readonly { id: number }[]) =>
  (
    await sql<{ id: number; agentId: number | null; statusId: number | null; version: number; at: Date | null }>`
      select id, agent_id as "agentId", status_id as "statusId", version, status_at as at from leads
      where id = any(${records.map(({ id }) => id)}::bigint[]) order by id`.execute(agency.db)
  ).rows

const assign = (records: { id: number; version: number }[], value: number | null) => ({
  action: 'lead.agent' as const,
  value,
  records,
})

test('P-28 a preview tells from whom to whom and warns of missing licences, and changes nothing', async () => {
  const records = [
    ...(await leadsOf(null, 9)),
    ...(await leadsOf(agent.agentId, 3, 'TX')),
    ...(await leadsOf(other.agentId, 2)),
  ]
  const before = await stateOf(records)
  const preview = await admin.call(bulk.preview, assign(records, other.agentId))
  expect(preview).toMatchObject({ records: 12, unchanged: 2, to: expect.stringMatching(/^Pat Example/) })
  expect(preview.from).toEqual([
    { name: null, records: 9 },
    { name: expect.stringMatching(/^Pat Example/), records: 3 },
  ])
  expect(preview.warnings).toEqual(
    expect.arrayContaining(['No health licence in Florida (9 leads)', 'No health licence in Texas (3 leads)']),
  )
  expect(await stateOf(records)).toEqual(before)
})

test('P-28 of 99 own records and one foreign none is changed, and nobody learns that it is there', async () => {
  const own = await leadsOf(agent.agentId, 99)
  const foreign = await leadsOf(other.agentId, 1)
  const before = await stateOf([...own, ...foreign])
  const input = { action: 'lead.disposition' as const, value: 1, records: [...own, ...foreign] }
  for (const route of [bulk.preview, bulk.apply])
    expect((await refusal(agent.call(route, input))).code).toBe('record.not_found')
  expect(
    (await refusal(agent.call(bulk.apply, { ...input, records: [...own, { id: 999_999_999, version: 1 }] }))).code,
  ).toBe('record.not_found')
  expect(await stateOf([...own, ...foreign])).toEqual(before)
  expect(await agent.call(bulk.apply, { ...input, records: own })).toMatchObject({ records: 99, to: 'No Answer' })
  expect((await stateOf(own)).every(({ statusId, version }) => statusId === 1 && version === 2)).toBe(true)
})

test('P-28 ACCESS-29 assigning needs admin.Lead, and a disposition of others’ leads as well', async () => {
  const records = await leadsOf(agent.agentId, 2)
  expect((await refusal(agent.call(bulk.apply, assign(records, other.agentId)))).code).toBe('right.missing')
  const viewer = await agency.person({ roles: ['agent'], claims: ['view.Lead'], fullAccess: true })
  const input = { action: 'lead.disposition' as const, value: 1, records }
  expect((await refusal(viewer.call(bulk.apply, input))).code).toBe('right.missing')
  expect((await refusal(admin.call(bulk.apply, assign(records, 999_999_999)))).code).toBe('agent.not_found')
  expect((await refusal(admin.call(bulk.apply, { ...input, value: 99 }))).code).toBe('status.not_found')
  expect((await stateOf(records)).every(({ version }) => version === 1)).toBe(true)
})

test('P-74 one record that somebody changed since keeps all from being changed, and is named', async () => {
  const records = await leadsOf(agent.agentId, 5)
  await agent.call(leads.setDisposition, { id: records[2]?.id ?? 0, statusId: 4 })
  const before = await stateOf(records)
  const failure = await refusal(admin.call(bulk.apply, assign(records, other.agentId)))
  expect(failure).toMatchObject({ code: 'bulk.overtaken', details: { records: 1, names: ['Ida Case 3'] } })
  expect(await stateOf(records)).toEqual(before)
})

test('P-28 a change of many is taken back exactly: each record holds again what it held', async () => {
  const records = [...(await leadsOf(null, 2)), ...(await leadsOf(agent.agentId, 2))]
  await admin.call(leads.setDisposition, { id: records[0]?.id ?? 0, statusId: 4 })
  const held = records.map((record, index) => ({ ...record, version: index === 0 ? 2 : 1 }))
  const before = await stateOf(records)
  const assigned = await admin.call(bulk.apply, assign(held, other.agentId))
  const disposed = await admin.call(bulk.apply, {
    action: 'lead.disposition',
    value: 2,
    records: held.map(({ id, version }) => ({ id, version: version + 1 })),
  })
  expect((await stateOf(records)).map(({ agentId, statusId }) => [agentId, statusId])).toEqual(
    records.map(() => [other.agentId, 2]),
  )
  // What is taken back is what it set: work on other fields since, and their undo, do not stand in its way.
  await admin.call(bulk.undo, { id: assigned.id })
  expect(await admin.call(bulk.undo, { id: disposed.id })).toMatchObject({ kept: 0, undoneAt: expect.any(String) })
  const after = await stateOf(records)
  expect(after.map(({ version, ...held }) => held)).toEqual(before.map(({ version, ...held }) => held))
  expect((await refusal(admin.call(bulk.undo, { id: disposed.id }))).code).toBe('bulk.undone')
  const { changes, statuses } = await admin.call(leads.history, { id: records[0]?.id ?? 0 })
  expect(changes.map(({ action }) => action)).toEqual([
    'Disposition set',
    'Assigned',
    'Disposition set',
    'Change of many undone',
    'Change of many undone',
  ])
  expect(statuses.map(({ status, endDate }) => [status, endDate === null])).toEqual([
    ['Interested', false],
    ['Left Voicemail', false],
    ['Interested', true],
  ])
})

test('P-28 an undo names what was changed since, and may leave just those as they are', async () => {
  const records = await leadsOf(null, 4)
  const change = await admin.call(bulk.apply, assign(records, agent.agentId))
  await admin.call(bulk.apply, assign([{ id: records[1]?.id ?? 0, version: 2 }], other.agentId))
  const refused = await refusal(admin.call(bulk.undo, { id: change.id }))
  expect(refused).toMatchObject({ code: 'bulk.changed_since', details: { records: 1, names: ['Ida Case 2'] } })
  expect((await stateOf(records)).map(({ version }) => version)).toEqual([2, 3, 2, 2])
  expect(await admin.call(bulk.undo, { id: change.id, skipChanged: true })).toMatchObject({ records: 4, kept: 1 })
  expect((await stateOf(records)).map(({ agentId }) => agentId)).toEqual([null, other.agentId, null, null])
})

test('P-28 the last changes are listed to who made them, to all who run leads, and undone by nobody else', async () => {
  const records = await leadsOf(agent.agentId, 2)
  const { id } = await agent.call(bulk.apply, { action: 'lead.disposition', value: 6, records })
  const listed = async (person: Person) => (await person.call(bulk.recent, { kind: 'lead' })).map((change) => change.id)
  expect((await listed(agent))[0]).toBe(id)
  expect((await listed(admin))[0]).toBe(id)
  expect(await listed(other)).not.toContain(id)
  expect((await refusal(other.call(bulk.undo, { id }))).code).toBe('record.not_found')
  expect(await agent.call(bulk.undo, { id })).toMatchObject({ kept: 0 })
  const { rows } = await sql<{ action: string; subjects: number[] }>`
    select action, subjects from audit_events where facts ->> 'bulk' = ${String(id)} order by id`.execute(agency.db)
  expect(rows.map(({ action, subjects }) => [action, subjects])).toEqual([
    ['update', records.map((record) => record.id)],
    ['undo', records.map((record) => record.id)],
  ])
})

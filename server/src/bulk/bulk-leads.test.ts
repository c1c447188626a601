import { bulk } from '@coverdesk/domain/bulk/bulk-contract.ts'
import { leads } from '@coverdesk/domain/leads/lead-contract.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '../testing/test-app.ts'
import { refusal } from '../uploads/policies/upload-samples.ts'
import { applyPreviewed, changeAll, previewOf } from './bulk-test-calls.ts'

let agency: TestApp
let agent: Person
let other: Person
let admin: Person
beforeAll(async () => {
  agency = await startTestApp()
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
    await sql<{ id: number; agentId: number | null; statusId: number | null; version: number; at: string | null }>`
      select id, agent_id as "agentId", status_id as "statusId", version, status_at::text as at from leads
      where id = any(${records.map(({ id }) => id)}::bigint[]) order by id`.execute(agency.db)
  ).rows

const idsOf = (records: readonly { id: number }[]) => records.map(({ id }) => id)
const assign = (records: readonly { id: number }[], value: number | null) => ({
  action: 'lead.agent' as const,
  value,
  ids: idsOf(records),
})
const dispose = (records: readonly { id: number }[], value: number | null) => ({
  ...assign(records, value),
  action: 'lead.disposition' as const,
})

test('P-28 a preview shows old and new agent of each record, warns of missing licenses, and changes nothing', async () => {
  const records = [
    ...(await leadsOf(null, 9)),
    ...(await leadsOf(agent.agentId, 3, 'TX')),
    ...(await leadsOf(other.agentId, 2)),
  ]
  const before = await stateOf(records)
  const { data, to, warnings } = await previewOf(admin, assign(records, other.agentId))
  expect(to).toMatch(/^Pat Example/)
  expect(data.map(({ id }) => id)).toEqual(idsOf(records))
  expect(data.map(({ outcome }) => outcome)).toEqual([
    ...Array.from({ length: 12 }, () => 'changes'),
    ...Array.from({ length: 2 }, () => 'has it'),
  ])
  expect([data[0]?.from, data[9]?.from]).toEqual([null, expect.stringMatching(/^Pat Example/)])
  expect(warnings).toEqual(
    expect.arrayContaining(['No health license in Florida (9 leads)', 'No health license in Texas (3 leads)']),
  )
  expect(await stateOf(records)).toEqual(before)
})

test('P-28 with 99 own records and one of another agent nothing is changed, and the response does not reveal that it exists', async () => {
  const own = await leadsOf(agent.agentId, 99)
  const foreign = await leadsOf(other.agentId, 1)
  const before = await stateOf([...own, ...foreign])
  const { data } = await previewOf(agent, dispose(own, 1))
  const marked = data.map(({ id, mark }) => ({ id, mark }))
  for (const id of [foreign[0]?.id ?? 0, 999_999_999]) {
    expect((await refusal(previewOf(agent, dispose([...own, { id }], 1)))).code).toBe('record.not_found')
    const input = { action: 'lead.disposition' as const, value: 1, records: [...marked, { id, mark: '1:' }] }
    expect((await refusal(agent.call(bulk.lead.apply, input))).code).toBe('record.not_found')
  }
  expect(await stateOf([...own, ...foreign])).toEqual(before)
  expect(await changeAll(agent, dispose(own, 1))).toMatchObject({ records: 99, to: 'No Answer' })
  expect((await stateOf(own)).every(({ statusId, version }) => statusId === 1 && version === 2)).toBe(true)
})

test('P-28 ACCESS-29 assigning requires admin.Lead, and so does a disposition of others’ leads', async () => {
  const records = await leadsOf(agent.agentId, 2)
  const seen = await previewOf(agent, assign(records, other.agentId))
  expect(seen.data.map(({ outcome, why }) => [outcome, why])).toEqual(
    records.map(() => ['refused', 'You do not have the right to change it']),
  )
  expect((await refusal(applyPreviewed(agent, assign(records, other.agentId), seen))).code).toBe('right.missing')
  const viewer = await agency.person({ roles: ['agent'], claims: ['view.Lead'], fullAccess: true })
  expect((await refusal(changeAll(viewer, dispose(records, 1)))).code).toBe('right.missing')
  expect((await refusal(previewOf(admin, assign(records, 999_999_999)))).code).toBe('agent.not_found')
  expect((await refusal(previewOf(admin, dispose(records, 99)))).code).toBe('status.not_found')
  const input = { action: 'customer.agent' as const, value: other.agentId, ids: idsOf(records) }
  expect((await refusal(admin.call(bulk.lead.preview, input))).code).toBe('request.invalid')
  expect((await refusal(admin.call(bulk.customer.preview, input))).code).toBe('right.missing')
  expect((await stateOf(records)).every(({ version }) => version === 1)).toBe(true)
})

test('P-74 one record changed since its preview blocks the whole change, and is named', async () => {
  const records = await leadsOf(agent.agentId, 5)
  const seen = await previewOf(admin, assign(records, other.agentId))
  await agent.call(leads.setDisposition, { id: records[2]?.id ?? 0, statusId: 4 })
  const before = await stateOf(records)
  const failure = await refusal(applyPreviewed(admin, assign(records, other.agentId), seen))
  expect(failure).toMatchObject({ code: 'bulk.edit_conflict', details: { records: 1, names: ['Ida Case 3'] } })
  expect(await stateOf(records)).toEqual(before)
})

test('P-28 an undo of a bulk change restores each record’s old value exactly', async () => {
  const records = [...(await leadsOf(null, 2)), ...(await leadsOf(agent.agentId, 2))]
  await admin.call(leads.setDisposition, { id: records[0]?.id ?? 0, statusId: 4 })
  const before = await stateOf(records)
  const assigned = await changeAll(admin, assign(records, other.agentId))
  const disposed = await changeAll(admin, dispose(records, 2))
  expect((await stateOf(records)).map(({ agentId, statusId }) => [agentId, statusId])).toEqual(
    records.map(() => [other.agentId, 2]),
  )
  // An undo affects only the changed field; later changes of other fields and their undo do not block it.
  await admin.call(bulk.lead.undo, { id: assigned.id })
  expect(await admin.call(bulk.lead.undo, { id: disposed.id })).toMatchObject({ kept: 0, undoneAt: expect.any(String) })
  const after = await stateOf(records)
  expect(after.map(({ version, ...fields }) => fields)).toEqual(before.map(({ version, ...fields }) => fields))
  expect((await refusal(admin.call(bulk.lead.undo, { id: disposed.id }))).code).toBe('bulk.undone')
  expect((await refusal(admin.call(bulk.customer.undo, { id: disposed.id }))).code).toBe('right.missing')
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

test('P-28 an undo names records changed since, and can skip them', async () => {
  const records = await leadsOf(null, 4)
  const change = await changeAll(admin, assign(records, agent.agentId))
  await changeAll(admin, assign(records.slice(1, 2), other.agentId))
  const refused = await refusal(admin.call(bulk.lead.undo, { id: change.id }))
  expect(refused).toMatchObject({ code: 'bulk.changed_since', details: { records: 1, names: ['Ida Case 2'] } })
  expect((await stateOf(records)).map(({ version }) => version)).toEqual([2, 3, 2, 2])
  expect(await admin.call(bulk.lead.undo, { id: change.id, skipChanged: true })).toMatchObject({ records: 4, kept: 1 })
  expect((await stateOf(records)).map(({ agentId }) => agentId)).toEqual([null, other.agentId, null, null])
})

test('P-28 recent changes are listed for their author and for users who run leads, and only they can undo them', async () => {
  const records = await leadsOf(agent.agentId, 2)
  const { id } = await changeAll(agent, dispose(records, 6))
  const listed = async (person: Person) => (await person.call(bulk.lead.recent, {})).map((change) => change.id)
  expect((await listed(agent))[0]).toBe(id)
  expect((await listed(admin))[0]).toBe(id)
  expect(await listed(other)).not.toContain(id)
  expect((await refusal(other.call(bulk.lead.undo, { id }))).code).toBe('record.not_found')
  expect(await agent.call(bulk.lead.undo, { id })).toMatchObject({ kept: 0 })
  const { rows } = await sql<{ action: string; subjects: number[] }>`
    select action, subjects from audit_events where facts ->> 'bulk' = ${String(id)} order by id`.execute(agency.db)
  expect(rows.map(({ action, subjects }) => [action, subjects])).toEqual([
    ['status', records.map((record) => record.id)],
    ['undo', records.map((record) => record.id)],
  ])
})

test('P-28 a manager without full agent access undoes an assignment that moved the leads out of their sight', async () => {
  const manager = await agency.person({ roles: ['agent'], claims: ['admin.Lead'], npn: '19984135' })
  const records = await leadsOf(manager.agentId, 3)
  const { id } = await changeAll(manager, assign(records, other.agentId))
  expect(await manager.call(bulk.lead.undo, { id })).toMatchObject({ records: 3, kept: 0 })
  expect((await stateOf(records)).map(({ agentId }) => agentId)).toEqual(records.map(() => manager.agentId))
})

test('P-28 the undo of such an assignment counts leads that were changed since out of sight, without their names', async () => {
  const manager = await agency.person({ roles: ['agent'], claims: ['admin.Lead'], npn: '19984136' })
  const records = await leadsOf(manager.agentId, 3)
  const { id } = await changeAll(manager, assign(records, other.agentId))
  await changeAll(admin, assign(records.slice(0, 1), agent.agentId))
  expect(await refusal(manager.call(bulk.lead.undo, { id }))).toMatchObject({
    code: 'bulk.changed_since',
    message: 'Someone else changed 1 of these records since; nothing was changed',
    details: { records: 1, names: [] },
  })
  expect(await manager.call(bulk.lead.undo, { id, skipChanged: true })).toMatchObject({ records: 3, kept: 1 })
  expect((await stateOf(records)).map(({ agentId }) => agentId)).toEqual([
    agent.agentId,
    manager.agentId,
    manager.agentId,
  ])
})

test('P-28 a manager without full agent access cannot undo the change of another manager on leads out of sight', async () => {
  const manager = await agency.person({ roles: ['agent'], claims: ['admin.Lead'], npn: '19984137' })
  const records = await leadsOf(null, 2)
  const { id } = await changeAll(admin, assign(records, other.agentId))
  expect(await refusal(manager.call(bulk.lead.undo, { id }))).toMatchObject({
    code: 'bulk.changed_since',
    details: { records: 2, names: [] },
  })
  expect((await refusal(manager.call(bulk.lead.undo, { id, skipChanged: true }))).code).toBe('bulk.changed_since')
  expect((await stateOf(records)).map(({ agentId }) => agentId)).toEqual(records.map(() => other.agentId))
  expect(await admin.call(bulk.lead.undo, { id })).toMatchObject({ kept: 0 })
})

test('P-28 an agent undoes dispositions although one of the leads went to another agent since', async () => {
  const records = await leadsOf(agent.agentId, 3)
  const { id } = await changeAll(agent, dispose(records, 6))
  await changeAll(admin, assign(records.slice(0, 1), other.agentId))
  expect((await refusal(agent.call(bulk.lead.undo, { id }))).code).toBe('bulk.changed_since')
  expect(await agent.call(bulk.lead.undo, { id, skipChanged: true })).toMatchObject({ kept: 1 })
  expect((await stateOf(records)).map(({ statusId }) => statusId)).toEqual([6, null, null])
})

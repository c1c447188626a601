import { applications } from '@coverdesk/domain/applications/application-contract.ts'
import { bulk } from '@coverdesk/domain/bulk/bulk-contract.ts'
import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { plusDays } from '@coverdesk/domain/fields/day-count.ts'
import { notes } from '@coverdesk/domain/notes/note-contract.ts'
import { notedKinds } from '@coverdesk/domain/notes/noted-kinds.ts'
import type { InputOf, OutputOf } from '@coverdesk/domain/platform/route.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accessesTo } from '../audit/audit-subjects.ts'
import { previewOf } from '../bulk/bulk-test-calls.ts'
import { nowhereId } from '../route-examples/sales/application-examples.ts'
import { type Person, startTestApp, type TestApp } from '../testing/test-app.ts'
import { refusal } from '../uploads/policies/upload-samples.ts'

let agency: TestApp
let agent: Person
let other: Person
let office: Person
let admin: Person
beforeAll(async () => {
  agency = await startTestApp({ demo: true })
  agent = await agency.person({ roles: ['agent'], claims: ['view.Application'], npn: '19984127' })
  other = await agency.person({ roles: ['agent'], claims: ['view.Application'], npn: '20417733' })
  // No role is asked for.
  office = await agency.person({ claims: ['view.Application'] })
  admin = await agency.person({ roles: ['agent'], claims: ['admin.Application'], fullAccess: true })
})
afterAll(() => agency.close())

type Row = OutputOf<typeof applications.one>
let made = 0
const freshName = () => `Testigo${++made}${Date.now()}`
const of = (more: Partial<InputOf<typeof applications.create>> = {}): InputOf<typeof applications.create> => ({
  firstName: 'Ana',
  lastName: freshName(),
  email: 'ana@agency.test',
  phone: '(305) 555-0142',
  ...more,
})
const take = (person: Person, more: Parameters<typeof of>[0] = {}): Promise<Row> =>
  person.call(applications.create, of(more))
const assign = (ids: string[], agentId: number | null) =>
  admin.call(applications.setStatus, { ids, statusTypeCode: 'ASG', agentId })
const statusOf = async (...ids: string[]) =>
  await Promise.all(ids.map(async (id) => (await admin.call(applications.one, { id })).status))

test('APP-07 APP-08 a birth date later than today is refused at its field, in a new application and in an edit', async () => {
  const dob = plusDays(todayIn(new Date()), 1)
  const refused = { code: 'request.invalid', details: [{ path: 'dob', message: 'Not later than today' }] }
  expect(await refusal(take(agent, { dob }))).toMatchObject(refused)
  const { id, version } = await take(agent)
  expect(await refusal(agent.call(applications.edit, { ...of({ dob }), id, version }))).toMatchObject(refused)
})

test('APP-07 APP-12 APP-24 a new application returns all its fields, is New, and is in the list and its history', async () => {
  const lastName = freshName()
  const created = await take(agent, {
    firstName: 'Noemí',
    middleName: 'A.',
    lastName,
    dob: '1984-02-29',
    carrier: 'Ambetter',
    planSelected: 'Silver 4000',
    address: '12 Palm St',
    state: 'Florida',
    annualIncome: '$48,200.50',
  })
  const names = { agentName: expect.stringMatching(/^Pat Example/) }
  expect(created).toMatchObject({
    firstName: 'Noemí',
    middleName: 'A.',
    lastName,
    dob: '1984-02-29',
    carrier: 'Ambetter',
    status: 'New',
    planSelected: 'Silver 4000',
    email: 'ana@agency.test',
    phone: '3055550142',
    address: '12 Palm St',
    state: 'FL',
    annualIncome: '48200.50',
    version: 1,
    assignedToAgentName: null,
    createdByAgentName: names.agentName,
  })
  expect(created.id).toMatch(/^[\da-f]{8}-/)
  expect(Math.abs(Date.now() - Date.parse(created.createdDate))).toBeLessThan(60_000)
  expect(await agent.call(applications.one, { id: created.id })).toEqual(created)
  expect((await agent.call(applications.list, { search: lastName })).data).toEqual([created])
  const { statuses } = await agent.call(applications.history, { id: created.id })
  expect(statuses).toMatchObject([{ status: 'New', agentName: null, userName: names.agentName }])
  for (const [wrong, message] of [
    [{ firstName: ' ' }, 'First name is required'],
    [{ lastName: '' }, 'Last name is required'],
    [{ phone: '' }, 'Phone is required'],
    [{ email: '' }, 'Email is required'],
    [{ email: 'ana@' }, 'Must be valid email'],
    [{ state: 'Nowhere' }, 'Must be valid state'],
    [{ annualIncome: '-5' }, 'Must be valid amount'],
    [{ dob: '2026-02-30' }, 'Must be valid date'],
  ] as const)
    expect((await refusal(agent.call(applications.create, of(wrong)))).message).toContain(message)
})

test('APP-02 APP-03 the quick search matches name, email and plan, and each filter reduces the list', async () => {
  const mark = freshName()
  const first = await take(agent, {
    firstName: 'Filomena',
    lastName: mark,
    email: `${mark}@a.test`,
    planSelected: 'Oro 1',
  })
  const second = await take(office, { lastName: mark, planSelected: `Plata ${mark.slice(-6)}` })
  await assign([second.id], other.agentId)
  const today = todayIn(new Date())
  const found = async (filters: Record<string, string | number>) =>
    (await admin.call(applications.list, { name: mark, ...filters, sort: 'createdDate', order: 'asc' })).data.map(
      ({ id }) => id,
    )
  const both = [first.id, second.id]
  expect(await found({})).toEqual(both)
  expect(await found({ search: 'filomena' })).toEqual([first.id])
  expect(await found({ search: `${mark}@A.TEST` })).toEqual([first.id])
  expect(await found({ search: `plata ${mark.slice(-6)}` })).toEqual([second.id])
  expect(await found({ search: 'no such name' })).toEqual([])
  expect(await found({ createdFrom: today, createdTo: today })).toEqual(both)
  expect(await found({ createdFrom: '2100-01-01' })).toEqual([])
  expect(await found({ createdTo: '2000-01-01' })).toEqual([])
  expect(await found({ assignedTo: other.agentId ?? 0 })).toEqual([second.id])
  expect(await found({ assignedTo: 0 })).toEqual([first.id])
  expect(await found({ createdBy: agent.agentId ?? 0 })).toEqual([first.id])
  expect(await found({ createdBy: 0 })).toEqual([second.id])
  expect(await found({ statusId: 2 })).toEqual([second.id])
  expect(await found({ statusId: 1, createdBy: 0 })).toEqual([])
  expect((await refusal(admin.call(applications.list, { createdFrom: '02/03/2026' }))).code).toBe('request.invalid')
})

test('P-26 P-30 ACCESS-29 a user sees and changes only their own applications in every request', async () => {
  const lastName = freshName()
  const [mine, theirs, offices] = [
    await take(agent, { lastName }),
    await take(other, { lastName }),
    await take(office, { lastName }),
  ]
  const seen = async (person: Person) =>
    (await person.call(applications.list, { name: lastName })).data.map(({ id }) => id)
  expect([await seen(agent), await seen(other), await seen(office)]).toEqual([[mine.id], [theirs.id], [offices.id]])
  expect((await seen(admin)).length).toBe(3)
  for (const { id, number } of [theirs, offices]) {
    const noted = { entityMetadataId: notedKinds.application.id, entityId: number }
    for (const asked of [
      () => agent.call(applications.one, { id }),
      () => agent.call(applications.history, { id }),
      () => agent.call(applications.edit, { ...of(), id, version: 1 }),
      () => agent.call(applications.sendConsent, { id }),
      () => agent.call(applications.setStatus, { ids: [id], statusTypeCode: 'SUB', applicationId: '1' }),
      () => agent.call(notes.list, noted),
    ])
      expect((await refusal(asked())).code).toMatch(/^(application|record)\.not_found$/)
  }
  expect((await refusal(agent.call(applications.one, { id: nowhereId }))).code).toBe('application.not_found')
  for (const code of ['ASG', 'VOID'] as const)
    expect(
      (await refusal(agent.call(applications.setStatus, { ids: [mine.id], statusTypeCode: code, agentId: 1 }))).code,
    ).toBe('right.missing')
  expect(await statusOf(mine.id, theirs.id, offices.id)).toEqual(['New', 'New', 'New'])
  // An assigned application belongs to the agent.
  await assign([offices.id], agent.agentId)
  expect([(await seen(agent)).length, (await seen(office)).length]).toEqual([2, 0])
})

test('APP-08 APP-20 P-74 an edit is saved, an edit based on an older version is rejected, and notes can be added', async () => {
  const { id, number, lastName } = await take(agent)
  const changed = await agent.call(applications.edit, {
    ...of({ lastName, planSelected: 'Gold 1500' }),
    id,
    version: 1,
  })
  expect(changed).toMatchObject({ version: 2, planSelected: 'Gold 1500' })
  const late = await refusal(admin.call(applications.edit, { ...of({ lastName, carrier: 'Oscar' }), id, version: 1 }))
  expect([late.code, late.details]).toMatchObject([
    'record.changed',
    { version: 2, since: [{ changes: [{ field: 'Plan', old: null, new: 'Gold 1500' }] }] },
  ])
  await agent.call(notes.add, { entityMetadataId: notedKinds.application.id, entityId: number, noteBody: 'Called.' })
  const noted = await agent.call(notes.list, { entityMetadataId: notedKinds.application.id, entityId: number })
  expect(noted.map(({ noteBody }) => noteBody)).toEqual(['Called.'])
})

test('APP-13 APP-14 APP-15 APP-16 APP-19 A-103 only allowed status changes succeed, for all selected applications or none, with history entries', async () => {
  const [a, b, c] = [await take(agent), await take(agent), await take(agent)]
  expect((await refusal(assign([], agent.agentId))).message).toContain('Select an application first')
  expect((await refusal(assign([a.id], null))).message).toContain('Agent is required')
  expect((await refusal(assign([a.id], 999_999_999))).code).toBe('agent.not_found')
  expect(await assign([a.id, b.id], agent.agentId)).toEqual({ status: 'Assigned', records: 2 })
  expect(await assign([a.id], other.agentId)).toEqual({ status: 'Assigned', records: 1 })
  const submit = (ids: string[], applicationId?: string) =>
    admin.call(applications.setStatus, { ids, statusTypeCode: 'SUB', applicationId })
  expect((await refusal(submit([a.id, b.id], '5300000001'))).message).toContain('Select exactly one application')
  expect((await refusal(submit([a.id]))).message).toContain('Application id is required')
  expect((await refusal(submit([a.id], 'not-a-real-id'))).message).toContain(
    'Enter the number that the marketplace gave',
  )
  expect(await submit([a.id], '5300000001')).toEqual({ status: 'Submitted', records: 1 })
  expect(await admin.call(applications.one, { id: a.id })).toMatchObject({ applicationId: '5300000001' })
  // A submitted application can only be voided; one that cannot change blocks the whole selection.
  expect((await refusal(assign([a.id, c.id], agent.agentId))).message).toContain('It is submitted already')
  expect(await statusOf(a.id, b.id, c.id)).toEqual(['Submitted', 'Assigned', 'New'])
  const remove = (ids: string[]) => admin.call(applications.setStatus, { ids, statusTypeCode: 'VOID' })
  expect(await remove([a.id, b.id, c.id])).toEqual({ status: 'Void', records: 3 })
  expect((await refusal(remove([a.id]))).message).toContain('It is void, which is final')
  expect((await refusal(admin.call(applications.edit, { ...of(), id: a.id, version: 1 }))).code).toBe(
    'application.void',
  )
  expect((await refusal(admin.call(applications.sendConsent, { id: a.id }))).code).toBe('application.void')
  const { statuses } = await admin.call(applications.history, { id: a.id })
  const [first, second] = [expect.stringMatching(/^Pat Example/), expect.stringMatching(/^Pat Example/)]
  expect(statuses.map(({ status, agentName }) => [status, agentName])).toEqual([
    ['New', null],
    ['Assigned', first],
    ['Assigned', second],
    ['Submitted', second],
    ['Void', second],
  ])
  expect(new Set(statuses.map(({ agentName }) => agentName)).size).toBe(3)
})

test('P-28 APP-14 assigning warns about the agent and can be undone; later progress is left unchanged', async () => {
  const [a, b] = [await take(agent, { state: 'FL' }), await take(agent, { state: 'FL' })]
  await assign([b.id], agent.agentId)
  const ids = [a.number, b.number]
  const seen = await previewOf(admin, { action: 'application.agent', value: other.agentId, ids })
  expect(seen.warnings).toContain('No health license in Florida (2 applications)')
  const records = seen.data.map(({ id, mark }) => ({ id, mark }))
  const change = { action: 'application.agent', value: other.agentId, records } as const
  const { id } = await admin.call(bulk.application.apply, change)
  expect((await refusal(agent.call(bulk.application.apply, change))).code).toBe('right.missing')
  await admin.call(bulk.application.undo, { id })
  expect(await statusOf(a.id, b.id)).toEqual(['New', 'Assigned'])
  const again = (await previewOf(admin, { action: 'application.agent', value: other.agentId, ids })).data
  const second = await admin.call(bulk.application.apply, {
    ...change,
    records: again.map(({ id, mark }) => ({ id, mark })),
  })
  await admin.call(applications.setStatus, { ids: [a.id], statusTypeCode: 'SUB', applicationId: '77' })
  expect((await refusal(admin.call(bulk.application.undo, { id: second.id }))).code).toBe('bulk.changed_since')
  await admin.call(bulk.application.undo, { id: second.id, skipChanged: true })
  expect(await statusOf(a.id, b.id)).toEqual(['Submitted', 'Assigned'])
})

test('P-70 P-73 every way of reading an application is audited by its number', async () => {
  const { id, number, lastName } = await take(agent)
  await admin.call(applications.one, { id })
  await admin.call(applications.history, { id })
  await admin.call(applications.list, { name: lastName })
  const reads = (await accessesTo(agency.db, 'internal-application', number)).filter(({ action }) => action === 'read')
  expect(reads.map(({ userId }) => userId)).toEqual([admin.userId, admin.userId, admin.userId])
})

test('P-74 of two concurrent status changes one succeeds, the other is rejected, and the history has only the accepted one', async () => {
  const { id } = await take(agent)
  const results = await Promise.allSettled([
    admin.call(applications.setStatus, { ids: [id], statusTypeCode: 'SUB', applicationId: '1' }),
    agent.call(applications.setStatus, { ids: [id], statusTypeCode: 'SUB', applicationId: '2' }),
  ])
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const { statuses } = await admin.call(applications.history, { id })
  expect(statuses.map(({ status }) => status)).toEqual(['New', 'Submitted'])
  const { rows } = await sql<{ current: number }>`
    select count(*)::int as current from status_changes s join internal_applications i on i.id = s.record_id
    where s.kind = 'application' and i.uuid = ${id} and s.ended_at is null`.execute(agency.db)
  expect(rows).toEqual([{ current: 1 }])
})

import type { Role } from '@coverdesk/domain/access/rights.ts'
import { agents } from '@coverdesk/domain/agents/agent-contract.ts'
import { Failure } from '@coverdesk/domain/failure.ts'
import { type Home, type HomeGroup, type HomeGroupOf, home } from '@coverdesk/domain/home/home-contract.ts'
import { marketing } from '@coverdesk/domain/marketing/marketing-contract.ts'
import { notes } from '@coverdesk/domain/notes/note-contract.ts'
import { notedKinds } from '@coverdesk/domain/notes/noted-kinds.ts'
import { pto } from '@coverdesk/domain/pto/pto-contract.ts'
import { callsOfVariant } from '@coverdesk/domain/unpaid/unpaid-contract.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Person } from '../testing/test-app.ts'
import { newCarrier, startUnpaidApp, uploadPolicies } from '../uploads/policies/unpaid-samples.ts'

type UnpaidApp = Awaited<ReturnType<typeof startUnpaidApp>>
let app: UnpaidApp
// Each test counts all policies of the agents.
beforeEach(async () => {
  app = await startUnpaidApp()
})
afterEach(() => app.agency.close())

const dayOf = (person: Person) => person.call(home.day, {})
function groupOf<Kind extends HomeGroup['kind']>(day: Home, kind: Kind): HomeGroupOf<Kind> | undefined {
  return day.groups.find((group): group is HomeGroupOf<Kind> => group.kind === kind)
}
const firstPage = { pageNumber: 1, pageSize: 10 } as const

test('the landing page counts the unpaid policies assigned to the user, as the list behind the figure does', async () => {
  const { agency, admin, ana, luis, owner } = app
  const carrier = await newCarrier(agency)
  const numbers = ['H1', 'H2', 'H3', 'H4', 'H5', 'H6', 'H7']
  await uploadPolicies(
    admin,
    { carrierId: carrier.id, month: 10 },
    numbers.map((number) => ({ number, paid: '09/30/2026' })),
  )
  const { data } = await owner.call(callsOfVariant.unpaid.list, { ...firstPage, carrierId: carrier.id })
  const [first] = data
  await owner.call(callsOfVariant.unpaid.assign, { agentId: luis.agentId ?? 0, listIds: [first?.id ?? 0] })

  const unpaid = groupOf(await dayOf(ana), 'unpaid-policy')
  const behind = await ana.call(callsOfVariant.unpaid.list, { ...firstPage, agentId: ana.agentId ?? 0 })
  expect(unpaid?.total).toBe(behind.totalRecords)
  expect(unpaid?.total).toBe(6)
  expect(unpaid?.data.map(({ id }) => id)).toEqual(behind.data.slice(0, 5).map(({ id }) => id))
  expect(groupOf(await dayOf(luis), 'unpaid-policy')).toMatchObject({ total: 1, data: [{ id: first?.id }] })
})

test('the landing page leaves out policies whose status says that they are done, as the list behind it does', async () => {
  const { agency, admin, ana } = app
  const carrier = await newCarrier(agency)
  await uploadPolicies(
    admin,
    { carrierId: carrier.id, month: 10 },
    ['D1', 'D2', 'D3'].map((number) => ({ number, paid: '09/30/2026' })),
  )
  const calls = callsOfVariant.unpaid
  const mine = { ...firstPage, agentId: ana.agentId ?? 0 }
  const { data } = await ana.call(calls.list, { ...mine, carrierId: carrier.id })
  const before = groupOf(await dayOf(ana), 'unpaid-policy')?.total ?? 0
  const setStatus = (at: number, statusId: number) =>
    ana.call(calls.setStatus, { id: data[at]?.id ?? 0, statusId, comment: 'Called' })
  await setStatus(0, 4)
  await setStatus(1, 6)
  await setStatus(2, 3)
  expect(groupOf(await dayOf(ana), 'unpaid-policy')?.total).toBe(before - 2)
  const behind = await ana.call(calls.list, { ...mine, done: 'no' })
  expect(behind.totalRecords).toBe(before - 2)
  expect((await ana.call(calls.list, { ...mine, carrierId: carrier.id, done: 'no' })).data).toMatchObject([
    { id: data[2]?.id, status: 'Promised to Pay' },
  ])
})

test('sections follow the rights: an agent, an administrator and a security administrator each get theirs', async () => {
  const { agency, ana } = app
  const sections = async (roles: Role[], claims: string[] = [], npn?: string) => {
    const { groups, approvals, alerts, loads, received, monthToClose } = await dayOf(
      await agency.person({ roles, claims, ...(npn ? { npn } : {}) }),
    )
    const others = Object.entries({ approvals, alerts, loads, received, monthToClose })
    const names = groups.map((group) =>
      'of' in group && group.of === 'none' ? `unassigned ${group.kind}` : group.kind,
    )
    return [...names, ...others.filter(([, value]) => value !== null).map(([name]) => name)]
  }
  expect(await sections(['agent'])).toEqual([])
  expect((await dayOf(ana)).groups.map(({ kind }) => kind)).toEqual(['unpaid-policy', 'lost-policy', 'note', 'agent'])
  expect(await sections(['agent'], ['view.marketing', 'view.customer'])).toEqual(['note', 'conversation'])
  expect(await sections(['agent'], ['admin.PTO'])).toEqual(['pto'])
  expect(await sections(['agent', 'administrator'], ['view.UploadFile', 'admin.Policy'])).toEqual([
    'unassigned unpaid-policy',
    'unassigned lost-policy',
    'note',
    'agent',
    'approvals',
    'alerts',
    'loads',
  ])
  expect(await sections(['agent', 'securityadmin'])).toEqual(['approvals', 'alerts'])
  expect(await sections(['agent', 'administrator'], ['admin.Statement'])).toEqual([
    'variance',
    'note',
    'agent',
    'approvals',
    'alerts',
    'received',
  ])
  const customer = await agency.person({ roles: ['customer'] })
  await expect(dayOf(customer)).rejects.toThrow(Failure)
})

test('unread conversations, requests for time off and expiring licenses are those of their lists', async () => {
  const { agency, ana } = app
  const office = await agency.person({
    roles: ['agent', 'administrator'],
    claims: ['admin.marketing', 'admin.customer', 'admin.PTO', 'view.PTO'],
  })
  const requester = await agency.person({ roles: ['agent'], claims: ['view.PTO'], npn: '18244905' })
  await requester.call(pto.request, { startDate: '2026-12-21', endDate: '2026-12-22', comment: 'Family' })
  await agency.db
    .insertInto('agent_licenses')
    .values(
      [
        { state: 'FL', line: 'Health', number: 'W1', effective: '2024-12-01', expiry: '2026-11-30' },
        { state: 'TX', line: 'Health', number: 'W2', effective: '2024-12-01', expiry: '2027-11-30' },
      ].map((license) => ({ ...license, agent_id: ana.agentId ?? 0 })),
    )
    .execute()

  const { id: contactId } = await agency.db
    .insertInto('contacts')
    .values({ first_name: 'Noemi', last_name: 'Zaldivar' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await agency.db
    .insertInto('contact_messages')
    .values({
      contact_id: contactId,
      direction: 'in',
      channel: 'sms',
      address: '7865550199',
      body: 'Did my payment arrive?',
      state: 'received',
      at: new Date('2026-11-22T14:00:00Z'),
    })
    .execute()

  const day = await dayOf(office)
  const requests = await office.call(pto.list, { ...firstPage, statusId: 1 })
  expect(groupOf(day, 'pto')).toMatchObject({ total: requests.totalRecords, data: [{ requesterId: requester.userId }] })
  const unread = await office.call(marketing.conversations, { ...firstPage, unread: true })
  expect(unread.totalRecords).toBe(1)
  expect(groupOf(day, 'conversation')).toMatchObject({
    total: 1,
    data: [{ contactId, name: 'Noemi Zaldivar', excerpt: 'Did my payment arrive?' }],
  })
  const expiring = await office.call(agents.list, { ...firstPage, expiring: '60' })
  expect(groupOf(day, 'agent')).toMatchObject({
    own: false,
    total: expiring.totalRecords,
    data: [{ id: ana.agentId, expiry: '2026-11-30', kind: 'license', state: 'FL', of: 'Health' }],
  })
  expect(groupOf(await dayOf(ana), 'agent')).toMatchObject({ own: true, total: 1, expired: 0 })
})

test('each carrier shows its last policy file and its latest statement, and what is overdue', async () => {
  const { agency, admin } = app
  const carrier = await newCarrier(agency)
  const loadOf = async (at: string) => {
    agency.setClock(() => new Date(at))
    return (await dayOf(admin)).loads?.find(({ carrierId }) => carrierId === carrier.id)
  }
  expect(await loadOf('2026-11-22T15:00:00Z')).toBeUndefined()
  await uploadPolicies(admin, { carrierId: carrier.id, month: 11 }, [{ number: 'L1' }])
  await sql`update import_batches set loaded_at = '2026-11-20T15:00:00Z' where carrier_id = ${carrier.id}`.execute(
    agency.db,
  )
  await agency.db
    .insertInto('commission_month_totals')
    .values({ carrier_id: carrier.id, month: '2026-10-01', lines: 1, policies: 1, members: 1, amount: '20.00' })
    .execute()
  expect(await loadOf('2026-11-22T15:00:00Z')).toMatchObject({
    policiesOn: '2026-11-20',
    policiesOverdue: false,
    statementMonth: '2026-10-01',
    statementOverdue: false,
  })
  expect(await loadOf('2027-01-22T15:00:00Z')).toMatchObject({ policiesOverdue: true, statementOverdue: true })
  agency.setClock(() => new Date('2026-11-22T15:00:00Z'))
})

test('a note with a follow-up day comes back to its author on that day, until it is done', async () => {
  const { agency, owner, luis } = app
  const author = await agency.person({ roles: ['agent'], claims: ['admin.Lead'], fullAccess: true })
  const { id: leadId } = await agency.db
    .insertInto('leads')
    .values({ source: 'csv', first_name: 'Thomas', last_name: 'Wexler', agent_id: luis.agentId })
    .returning('id')
    .executeTakeFirstOrThrow()
  const record = { entityId: leadId, entityMetadataId: notedKinds.lead.id }
  const note = await author.call(notes.add, { ...record, noteBody: 'Asked for Spanish', followUpOn: '2026-11-23' })
  expect(note).toMatchObject({ followUpOn: '2026-11-23', followedUp: false })
  const due = async (person: Person) => groupOf(await dayOf(person), 'note')

  expect(await due(author)).toMatchObject({ total: 0 })
  agency.setClock(() => new Date('2026-11-23T15:00:00Z'))
  expect(await due(author)).toEqual({
    kind: 'note',
    total: 1,
    data: [
      {
        id: note.id,
        record: 'lead',
        recordId: leadId,
        key: String(leadId),
        name: 'Thomas Wexler',
        text: 'Asked for Spanish',
        followUpOn: '2026-11-23',
      },
    ],
  })
  expect(await due(owner)).toMatchObject({ total: 0 })
  await expect(owner.call(notes.completeFollowUp, { noteId: note.id })).rejects.toMatchObject({ status: 404 })
  await author.call(notes.completeFollowUp, { noteId: note.id })
  expect(await due(author)).toMatchObject({ total: 0 })
  expect(await author.call(notes.list, record)).toMatchObject([{ followedUp: true }])
  agency.setClock(() => new Date('2026-11-22T15:00:00Z'))
})

test('a follow-up on a record that the author no longer sees is not shown', async () => {
  const { agency, luis, ana } = app
  const author = await agency.person({
    roles: ['agent'],
    claims: ['view.Lead'],
    visibility: [[String(luis.agentId), 'Lead']],
  })
  const { id: leadId } = await agency.db
    .insertInto('leads')
    .values({ source: 'csv', first_name: 'Curtis', last_name: 'Avery', agent_id: luis.agentId })
    .returning('id')
    .executeTakeFirstOrThrow()
  const record = { entityId: leadId, entityMetadataId: notedKinds.lead.id }
  await author.call(notes.add, { ...record, noteBody: 'Call back', followUpOn: '2026-11-22' })
  expect(groupOf(await dayOf(author), 'note')).toMatchObject({ total: 1 })
  await agency.db.updateTable('leads').set({ agent_id: ana.agentId }).where('id', '=', leadId).execute()
  expect(groupOf(await dayOf(author), 'note')).toMatchObject({ total: 0, data: [] })
})

test('hidden follow-ups do not displace others, and the total counts all that the author sees', async () => {
  const { agency, luis, ana } = app
  const author = await agency.person({
    roles: ['agent'],
    claims: ['view.Lead'],
    visibility: [[String(luis.agentId), 'Lead']],
  })
  const { rows } = await sql<{ id: number; agent_id: number }>`
    insert into leads (source, first_name, last_name, agent_id)
    select 'csv', 'Ida', 'Moor ' || n, case when n <= 35 then ${ana.agentId}::bigint else ${luis.agentId}::bigint end
    from generate_series(1, 70) n returning id, agent_id`.execute(agency.db)
  await sql`
    insert into notes (kind, record_id, body, created_by, follow_up_on)
    select ${notedKinds.lead.id}, id, 'Call back', ${author.userId}, '2026-11-20'::date
    from unnest(${rows.map(({ id }) => id)}::bigint[]) id`.execute(agency.db)
  const group = groupOf(await dayOf(author), 'note')
  expect(group).toMatchObject({ total: 35 })
  const seen = rows.filter(({ agent_id }) => agent_id === luis.agentId).map(({ id }) => id)
  expect(group?.data.map(({ recordId }) => recordId)).toEqual(seen.slice(0, 30))
})

test('the landing page records which records it showed, once while it is polled', async () => {
  const { agency, luis } = app
  const reads = async () => {
    const { rows } = await sql<{ entity: string }>`
      select entity from audit_events where user_id = ${luis.userId} and action = 'read' order by entity`.execute(
      agency.db,
    )
    return rows.map(({ entity }) => entity)
  }
  await dayOf(luis)
  const once = await reads()
  expect(once).toEqual(expect.arrayContaining(['unpaid-policy', 'lost-policy', 'note', 'agent']))
  await dayOf(luis)
  expect(await reads()).toEqual(once)
})

import { type AuditFilters, type AuditRow, auditedRecord, auditLog } from '@coverdesk/domain/audit/audit-contract.ts'
import { bulk } from '@coverdesk/domain/bulk/bulk-contract.ts'
import { customers } from '@coverdesk/domain/customers/customer-contract.ts'
import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { plusDays } from '@coverdesk/domain/fields/day-count.ts'
import { leads } from '@coverdesk/domain/leads/lead-contract.ts'
import { logs } from '@coverdesk/domain/logs/log-contract.ts'
import { lists } from '@coverdesk/domain/lookups/list-contract.ts'
import { marketplace } from '@coverdesk/domain/marketplace/marketplace-contract.ts'
import { notes } from '@coverdesk/domain/notes/note-contract.ts'
import { notedKinds } from '@coverdesk/domain/notes/noted-kinds.ts'
import { overrides } from '@coverdesk/domain/pay-terms/override-contract.ts'
import { pto } from '@coverdesk/domain/pto/pto-contract.ts'
import { rates } from '@coverdesk/domain/rates/rate-contract.ts'
import { telephony } from '@coverdesk/domain/telephony/telephony-contract.ts'
import { uploads } from '@coverdesk/domain/uploads/upload-contract.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { z } from 'zod'
import { failureOf, someone } from '../customers/test-customers.ts'
import { commandSource, writeAudit } from '../platform/audit/audit.ts'
import { auditKey } from '../platform/audit/audit-mac.ts'
import { inTransaction } from '../platform/db/database.ts'
import { marketplaceApplicationOf } from '../route-examples/sales/marketplace-examples.ts'
import { type Person, startTestApp, type TestApp } from '../testing/test-app.ts'
import { csv, headings, policyRows } from '../uploads/policies/upload-samples.ts'
import { enterSubjects } from './audit-subjects.ts'
import { sealEvents } from './chain/seal-events.ts'
import { countEvents } from './count-events.ts'
import { entityInWords } from './entity-in-words.ts'

let agency: TestApp
let auditor: Person
let clerk: Person
let carrierId: number
beforeEach(async () => {
  agency = await startTestApp()
  auditor = await agency.person({ roles: ['administrator'], claims: ['view.AuditLog', 'view.Log'] })
  clerk = await agency.person({
    roles: ['agent', 'administrator'],
    claims: [
      'view.AgentRate',
      'admin.AgentRate',
      'admin.customer',
      'view.customer',
      'admin.Lead',
      'view.Lead',
      'TelephonyAgent',
    ],
    npn: '7301',
  })
  await sql`update users set user_name = 'carla.clerk@agency.test' where id = ${clerk.userId}`.execute(agency.db)
  carrierId = await agency.carrier('Any Health')
})
afterEach(() => agency.close())

const seal = () => sealEvents(agency.db, auditKey(agency.services.config.auditSecret, 'chain'))
const list = (filters: z.input<typeof AuditFilters> = {}) => auditor.call(auditLog.list, { pageSize: 100, ...filters })
const newest = async (filters: z.input<typeof AuditFilters>): Promise<AuditRow> => {
  const [event] = (await list(filters)).data
  if (!event) throw new Error('There is no such event')
  return event
}
const changesOf = async (filters: z.input<typeof AuditFilters>) =>
  (await auditor.call(auditLog.one, { id: (await newest(filters)).id })).changes
const rate = { rate1: '18.00', startDate: '2035-01-01', endDate: null }

test('LOG-06 A-109 the record shows who did what, when, from where and with which result, newest first; each filter narrows it', async () => {
  const { id } = await clerk.call(rates.create, { ...rate, carrierId, agentId: clerk.agentId ?? 0 })
  await clerk.call(rates.list, {})
  await failureOf(auditor.call(customers.create, someone()))
  const all = await list()
  expect(all.data.map((event) => event.id)).toEqual(all.data.map((event) => event.id).toSorted((a, b) => b - a))
  const created = await newest({ action: 'create', entity: 'rate' })
  expect(created).toMatchObject({
    action: 'create',
    entity: 'rate',
    entityId: String(id),
    result: 'done',
    address: '127.0.0.1',
    records: 0,
  })
  expect(created.user).toMatch(/^Pat Example/)
  expect(Math.abs(Date.now() - Date.parse(created.date))).toBeLessThan(60_000)
  expect(await newest({ action: 'read', entity: 'rate' })).toMatchObject({ records: 1, user: created.user })
  expect(await newest({ action: 'denial' })).toMatchObject({ result: 'refused', entity: null })

  const today = todayIn(new Date())
  for (const filters of [
    { from: plusDays(today, 1) },
    { to: plusDays(today, -2) },
    { user: 'unknown name' },
    { entity: 'rates' },
    { action: 'reveal' as const },
  ])
    expect(await list(filters), JSON.stringify(filters)).toMatchObject({ data: [], totalRecords: 0 })
  const byClerk = await list({ user: 'CARLA.clerk', from: today, to: today })
  expect(new Set(byClerk.data.map(({ user }) => user))).toEqual(new Set([created.user]))
  expect(byClerk.totalRecords).toBe(byClerk.data.length)
  expect((await list({ action: 'changes' })).data.map(({ action }) => action)).not.toContain('read')
  expect((await list({ action: 'read' })).data.every(({ action }) => action === 'read')).toBe(true)
})

test('LOG-06 A-109 the filter by record finds all events about it, also those of a person under each kind, of lists, and in the file; kinds are in words', async () => {
  const { id } = await clerk.call(customers.create, someone({ middleName: '', lastName: 'Marrero' }))
  const other = await clerk.call(customers.create, someone({ middleName: '', lastName: 'Zamora' }))
  await clerk.call(customers.list, {})
  await clerk.call(customers.one, { id: other.id })
  const record = auditedRecord('contact', id)
  const wanted = ['read', 'create']
  const about = async () => await list({ record })
  for (const settle of [async () => undefined, seal, () => enterSubjects(agency.db), () => countEvents(agency.db)]) {
    await settle()
    const { data, totalRecords } = await about()
    expect(data.map(({ action }) => action)).toEqual(wanted)
    expect(totalRecords).toBe(wanted.length)
  }
  expect((await list({ record, action: 'create' })).data).toMatchObject([
    { entityId: String(id), entityName: 'Customer' },
  ])
  expect((await list({ record: auditedRecord('lead', id) })).data).toEqual([])
  expect((await list({ record: 'import run:0b8f7a54-7c1e-4f0e-9a55-2f6f1f4f5a10' })).data).toEqual([])
  const refused = await failureOf(auditor.call(auditLog.list, { record: 'contact' }))
  expect(refused?.code).toBe('request.invalid')
  const { body } = await agency.app.inject({
    url: `/api/AuditLog?record=${encodeURIComponent(record)}`,
    headers: { authorization: `Bearer ${auditor.token}`, accept: 'text/csv' },
  })
  expect(body.trim().split('\r\n')).toHaveLength(wanted.length + 1)
  expect(body).toContain('Customer,Ana Marrero')
  expect(body).not.toContain('Zamora')
})

test('LOG-06 A-109 the filter by record tells two kinds of records of the same number apart, and names each', async () => {
  const { id } = await clerk.call(customers.create, someone({ firstName: 'Ana', middleName: '', lastName: 'Marrero' }))
  await sql`
    insert into leads (id, ffm_application_id, source, first_name, last_name, phone, agent_id) overriding system value
    values (${id}, 'SAME-NUMBER', 'test', 'Leandra', 'Zamora', '6155550133', ${clerk.agentId})`.execute(agency.db)
  await clerk.call(leads.one, { id })
  await clerk.call(customers.list, {})
  const nameOf = async (record: string) => (await auditor.call(auditLog.record, { record })).name
  const entitiesOf = async (record: string) => (await list({ record })).data.map(({ entity }) => entity)
  const [contact, lead] = [auditedRecord('contact', id), auditedRecord('lead', id)]
  expect([await entitiesOf(contact), await entitiesOf(lead)]).toEqual([['customer', 'customer'], ['lead']])
  expect([await nameOf(contact), await nameOf(lead)]).toEqual(['Ana Marrero', 'Leandra Zamora'])
  expect(await nameOf(auditedRecord('lead', id + 1))).toBeNull()
})

test('the kinds of records of the audit record are in words of one style', async () => {
  const words = async (entity: string) =>
    (
      await sql<{
        name: string
      }>`select ${sql.raw(entityInWords('entity'))} as name from (select ${entity}::text as entity) e`.execute(
        agency.db,
      )
    ).rows[0]?.name
  const names = [
    'offline-application',
    'payRun',
    'payRunAgent',
    'import run',
    'user visibility',
    'pto',
    'policies',
    'healthsherpa update',
  ]
  expect(await Promise.all(names.map(words))).toEqual([
    'Offline application',
    'Pay run',
    'Agent of a pay run',
    'Import run',
    'User visibility',
    'PTO request',
    'Policies',
    'HealthSherpa update',
  ])
})

test('LOG-06 A-109 the events are exported as filtered, so that who changed a customer is handed on; the export is recorded', async () => {
  const { id } = await clerk.call(customers.create, someone({ middleName: '', lastName: 'Marrero' }))
  const customer = await clerk.call(customers.one, { id })
  await clerk.call(customers.update, {
    ...someone({ middleName: '', lastName: 'Marrero' }),
    id,
    version: customer.version,
    phone: '',
  })
  const { statusCode, body } = await agency.app.inject({
    url: `/api/AuditLog?entity=customer&action=changes&from=${todayIn(new Date())}`,
    headers: { authorization: `Bearer ${auditor.token}`, accept: 'text/csv' },
  })
  expect(statusCode).toBe(200)
  const [head = '', ...rows] = body
    .trim()
    .split('\r\n')
    .map((line) => line.split(','))
  expect(head).toEqual([
    'Date',
    'User',
    'Action',
    'Entity',
    'Record',
    'Entity id',
    'Records',
    'Result',
    'Address',
    'Request',
  ])
  const { user } = await newest({ action: 'update', entity: 'customer' })
  const line = (action: string) => [user, action, 'Customer', 'Ana Marrero', String(id), '', 'Done', '127.0.0.1']
  expect(rows.map((row) => row.slice(1, 9))).toEqual([line('Update'), line('Create')])
  expect(await newest({ action: 'export' })).toMatchObject({ entity: 'audit event', records: 2, result: 'done' })
})

test('LOG-06 the total is exact at any state of sealing and counting, even with an event that commits late', async () => {
  const source = { ...commandSource(agency.services.config.auditSecret), userId: clerk.userId }
  const write = (entity: string) => writeAudit(agency.db, source, { action: 'update', entity, outcome: 'done' })
  const counted = async () => [
    (await list({ entity: 'counted' })).totalRecords,
    (await list({ user: 'carla', entity: 'counted', action: 'update' })).totalRecords,
    (await list({ entity: 'counted', from: todayIn(new Date()), pageSize: 10 })).totalRecords,
  ]
  let committed: () => void = () => undefined
  const late = inTransaction(agency.db, async (db) => {
    await writeAudit(db, source, { action: 'update', entity: 'counted', outcome: 'done' })
    await new Promise<void>((resolve) => {
      committed = resolve
    })
  })
  for (let at = 0; at < 3; at++) await write('counted')
  expect(await counted()).toEqual([3, 3, 3])
  await seal()
  expect(await counted()).toEqual([3, 3, 3])
  expect(await countEvents(agency.db)).toBeGreaterThan(0)
  expect(await counted()).toEqual([3, 3, 3])
  await write('counted')
  expect(await counted()).toEqual([4, 4, 4])
  committed()
  await late
  expect(await counted()).toEqual([5, 5, 5])
  await seal()
  while ((await countEvents(agency.db)) > 0);
  expect(await counted()).toEqual([5, 5, 5])
})

test('LOG-06 A-109 an event shows its old and new values with card data masked; status and assign are distinguished', async () => {
  const { id } = await clerk.call(customers.create, someone({ firstName: 'Rosa', lastName: 'Old' }))
  await clerk.call(customers.setStatus, { id, statusId: 2, comment: 'Called' })
  expect(await changesOf({ action: 'status', entity: 'customer' })).toEqual([
    { record: null, field: 'Status', old: 'New', new: 'Contacted' },
  ])
  const preview = { action: 'customer.agent' as const, value: clerk.agentId, ids: [id] }
  const { data } = await clerk.call(bulk.customer.preview, preview)
  await clerk.call(bulk.customer.apply, {
    action: 'customer.agent',
    value: null,
    records: data.map(({ mark }) => ({ id, mark })),
  })
  expect(await changesOf({ action: 'assign', entity: 'customer' })).toEqual([
    { record: String(id), field: 'Agent', old: expect.stringMatching(/^Pat Example/), new: null },
  ])
  const made = await clerk.call(rates.create, {
    ...rate,
    carrierId: await agency.carrier('Other Health'),
    agentId: clerk.agentId ?? 0,
    startDate: '2036-01-01',
  })
  await clerk.call(rates.edit, { ...rate, id: made.id, version: made.version, rate1: '21.50', startDate: '2036-01-01' })
  expect(await changesOf({ action: 'update', entity: 'rate' })).toEqual([
    { record: null, field: 'Rate', old: '$18.00', new: '$21.50' },
  ])

  await sql`
    with event as (
      insert into audit_events (user_id, action, entity, entity_id, outcome, facts, mac)
      values (${clerk.userId}, 'update', 'lead', '77', 'done', '{"version": 2}', '') returning user_id)
    insert into record_changes (entity, record_id, version, action, by_user, changes)
    select 'lead', 77, 2, 'Changed', user_id,
      '[{"field": "Card number", "old": null, "new": "4111111111111111"}, {"field": "Password", "old": "a", "new": "b"}]'
    from event`.execute(agency.db)
  expect(await changesOf({ entity: 'lead' })).toEqual([
    { record: null, field: 'Card number', old: null, new: '••••1111' },
    { record: null, field: 'Password', old: '••••', new: '••••' },
  ])
})

test('LOG-05 A-108 the activity shows who does what with which kind of record, how often, first and last', async () => {
  for (let at = 0; at < 3; at++) await clerk.call(rates.list, {})
  await seal()
  while ((await countEvents(agency.db)) > 0);
  const { data } = await auditor.call(logs.activity, { user: 'carla', category: 'rate' })
  const reads = data.find(({ data1 }) => data1 === 'read')
  expect(reads).toMatchObject({ category: 'rate', data2: '127.0.0.1', result: 'done' })
  const { rows } = await sql<{ n: number; first: Date; last: Date }>`
    select count(*) as n, min(at) as first, max(at) as last from audit_events
    where user_id = ${clerk.userId} and entity = 'rate' and action = 'read'`.execute(agency.db)
  expect(reads?.occurrence).toBe(rows[0]?.n)
  expect(Date.parse(reads?.firstAccess ?? '')).toBe(rows[0]?.first.getTime())
  expect(Date.parse(reads?.lastAccess ?? '')).toBe(rows[0]?.last.getTime())
  expect((await auditor.call(logs.activity, { result: 'refused' })).data.every((row) => row.result === 'refused')).toBe(
    true,
  )
  const kinds = await auditor.call(auditLog.entities, {})
  expect(kinds).toContainEqual({ entity: 'rate', name: 'Rate' })
})

test('LOG-07 A-108 logs and activity require view.Log and the audit record view.AuditLog, both for administrators; reading them is audited', async () => {
  const people = {
    log: await agency.person({ roles: ['administrator'], claims: ['view.Log'] }),
    audit: await agency.person({ roles: ['administrator'], claims: ['view.AuditLog'] }),
    agent: await agency.person({ roles: ['agent'], claims: ['view.Log', 'view.AuditLog'] }),
  }
  // Reading the record is an event too.
  await list()
  const { id } = await newest({})
  for (const [person, mayLog, mayAudit] of [
    [people.log, true, false],
    [people.audit, false, true],
    [people.agent, false, false],
  ] as const) {
    const answers = [
      [() => person.call(logs.list, {}), mayLog],
      [() => person.call(logs.activity, {}), mayLog],
      [() => person.call(auditLog.list, {}), mayAudit],
      [() => person.call(auditLog.one, { id }), mayAudit],
    ] as const
    for (const [answer, may] of answers) {
      if (may) await expect(answer()).resolves.toBeDefined()
      else expect((await failureOf(answer()))?.code).toBe('right.missing')
    }
  }
  const { rows } = await sql<{ entity: string }>`
    select entity from audit_events where user_id in (${people.log.userId}, ${people.audit.userId}) and action = 'read'
    order by id`.execute(agency.db)
  expect(rows.map(({ entity }) => entity)).toEqual(['log entry', 'activity', 'audit event', 'audit event'])
  expect((await failureOf(auditor.call(auditLog.one, { id: 999_999_999 })))?.code).toBe('record.not_found')
})

test('an event names an override by its agent, a marketplace application by its person, a list value by its name, and a load by its file', async () => {
  const office = await agency.person({
    roles: ['agent', 'administrator'],
    claims: ['admin.Statement', 'view.Application', 'admin.Application', 'view.UploadFile', 'admin.UploadFile'],
  })
  const part = { level: 1, percent: '5', startDate: '2026-01-01', endDate: '' }
  await office.call(overrides.create, { ...part, agentId: clerk.agentId ?? 0 })
  const { rows } = await sql<{ name: string }>`select name from agents where id = ${clerk.agentId}`.execute(agency.db)
  expect(await newest({ action: 'create', entity: 'override' })).toMatchObject({ recordName: rows[0]?.name })

  const appId = await marketplaceApplicationOf(agency, { agentId: office.agentId })
  await office.call(marketplace.refetch, { appId })
  expect(await newest({ action: 'update', entity: 'marketplace-application' })).toMatchObject({
    recordName: 'Ida Case',
  })

  await office.call(lists.add, { list: 'locations', name: 'Doral Office' })
  expect(await newest({ action: 'create', entity: 'list-value' })).toMatchObject({ recordName: 'Doral Office' })

  const fileName = 'book of any health.csv'
  const text = csv([headings, ...policyRows(1, 2)])
  await office.call(uploads.process, { carrierId, month: 11, year: 2026, part: 'some' }, { text, name: fileName })
  expect(await newest({ action: 'import', entity: 'policies' })).toMatchObject({ recordName: fileName })
  const { data } = await office.call(uploads.batches, {})
  await office.call(uploads.undo, { batchId: data[0]?.id ?? 0 })
  expect(await newest({ action: 'undo', entity: 'policies' })).toMatchObject({ recordName: fileName })
})

test('events of notes and calls name the client, and a note that was read names the record that it is on', async () => {
  const { id } = await clerk.call(customers.create, someone({ firstName: 'Mara', lastName: 'Ortiz' }))
  const on = { entityId: id, entityMetadataId: notedKinds.customer.id }
  const file = { name: 'letter.pdf', text: '%PDF-1.7' }
  const { id: noteId } = await clerk.call(notes.add, { ...on, noteBody: 'Called.' }, file)
  expect(await newest({ action: 'create', entity: 'note' })).toMatchObject({ recordName: 'Mara Ortiz' })
  await clerk.call(notes.list, on)
  expect(await newest({ action: 'read', entity: 'note' })).toMatchObject({ recordName: 'Mara Ortiz' })
  await agency.app.inject({
    url: notes.attachment.path.replace('{noteId}', String(noteId)),
    headers: { authorization: `Bearer ${clerk.token}` },
  })
  expect(await newest({ action: 'read', entity: 'note' })).toMatchObject({
    entityId: null,
    records: 1,
    recordName: 'Mara Ortiz',
  })
  await clerk.call(telephony.log, { phone: '3055550142', contactId: id, outcome: 'No answer' })
  expect(await newest({ action: 'create', entity: 'call' })).toMatchObject({ recordName: 'Mara Ortiz' })
})

test('an event names its record; reads are left out by the filter and shown by asking for everything', async () => {
  const { id } = await clerk.call(rates.create, {
    ...rate,
    startDate: '2036-01-01',
    carrierId,
    agentId: clerk.agentId ?? 0,
  })
  await clerk.call(rates.list, {})
  const { rows } = await sql<{ name: string }>`select name from agents where id = ${clerk.agentId}`.execute(agency.db)
  expect(await newest({ action: 'create', entity: 'rate' })).toMatchObject({
    entityId: String(id),
    recordName: `${rows[0]?.name}, Any Health`,
  })
  const visitor = await agency.person({ roles: ['agent'], claims: ['view.PTO'] })
  await sql`update contacts set first_name = 'Vera', last_name = 'Nolan'
    where id = (select contact_id from users where id = ${visitor.userId})`.execute(agency.db)
  const startDate = plusDays(todayIn(new Date()), 30)
  await visitor.call(pto.request, { startDate, endDate: plusDays(startDate, 6), comment: '' })
  expect(await newest({ action: 'create', entity: 'pto' })).toMatchObject({ recordName: 'Vera Nolan' })
  const actions = async (action: 'changes' | 'all') => (await list({ action })).data.map((event) => event.action)
  expect(await actions('changes')).not.toContain('read')
  expect(await actions('all')).toContain('read')
})

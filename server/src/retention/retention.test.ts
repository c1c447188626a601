import { applications } from '@coverdesk/domain/applications/application-contract.ts'
import { customers } from '@coverdesk/domain/customers/customer-contract.ts'
import { notes } from '@coverdesk/domain/notes/note-contract.ts'
import { notedKinds } from '@coverdesk/domain/notes/noted-kinds.ts'
import { offline } from '@coverdesk/domain/offline/offline-contract.ts'
import { draftOf, OfflineTyped } from '@coverdesk/domain/offline/offline-fields.ts'
import { telephony } from '@coverdesk/domain/telephony/telephony-contract.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { someone } from '../customers/test-customers.ts'
import { insertEntries } from '../logs/log-keeper.ts'
import { mariaVega, testCard } from '../offline/offline-test-people.ts'
import { commandSource } from '../platform/audit/audit.ts'
import { type Person, startTestApp, type TestApp } from '../testing/test-app.ts'
import { countExpired, type RetentionSettings, retain } from './retention.ts'

let agency: TestApp
let agent: Person
/** One connection for all days: a new one would load the catalog each time. */
let owner: pg.Client
beforeEach(async () => {
  agency = await startTestApp()
  owner = new pg.Client({ connectionString: agency.ownerUrl })
  await owner.connect()
  agent = await agency.person({
    roles: ['agent'],
    claims: ['admin.customer', 'admin.Lead', 'admin.OfflineApp', 'view.Application', 'TelephonyAgent'],
    npn: '8801',
  })
})
afterEach(async () => {
  await owner.end()
  await agency.close()
})

const settings: RetentionSettings = {
  retentionPeopleYears: 2,
  retentionEnrollmentYears: 10,
  retentionNotificationDays: 90,
}
const run = (withSettings = settings, ...more: [maxAnnounced?: () => number]) =>
  retain(agency.db, commandSource(agency.services.config.auditSecret), withSettings, ...more)

/**
 * Simulates the passage of time: all stored timestamps become older, except sessions, which the test needs, and the
 * audit record.
 */
async function later(span: string, tables: readonly string[] = shifted): Promise<void> {
  times ??= (
    await owner.query<{ table_name: string; columns: string[] }>(`
    select c.table_name, array_agg(c.column_name::text) as columns
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and c.data_type = 'timestamp with time zone' and c.is_generated = 'NEVER'
      and t.table_type = 'BASE TABLE' group by 1`)
  ).rows
  const changes = times
    .filter(({ table_name }) => tables.includes(table_name))
    .map(({ table_name, columns }) => {
      const earlier = columns.map((column) => `${column} = ${column} - interval '${span}'`)
      return `update ${table_name} set ${earlier.join()}`
    })
  await owner.query(['begin', 'set local session_replication_role = replica', ...changes, 'commit'].join(';'))
}
/** Timestamp columns per table, read once because the catalog query is slow. */
let times: { table_name: string; columns: string[] }[] | undefined
const shifted = [
  'contacts',
  'customers',
  'leads',
  'policies',
  'notes',
  'phone_calls',
  'files',
  'status_changes',
  'record_changes',
  'internal_applications',
  'consent_requests',
  'consents',
  'contact_merges',
  'offline_applications',
  'offline_drafts',
  'offline_reveals',
  'retention_due',
  'retention_looks',
  'log_entries',
]

/** Runs the job daily for a week and a day; returns the destroyed records by class. */
async function overAWeek(withSettings = settings, days = 8): Promise<Record<string, number>> {
  const destroyed: Record<string, number> = {}
  for (let day = 0; day < days; day++) {
    for (const { class: name, count } of await run(withSettings)) destroyed[name] = (destroyed[name] ?? 0) + count
    await later('1 day')
  }
  return destroyed
}

async function newCustomer(more = {}): Promise<number> {
  return (await agent.call(customers.create, someone(more))).id
}

async function newLead(more: Record<string, unknown> = {}): Promise<number> {
  const { id } = await agency.db
    .insertInto('leads')
    .values({ source: 'csv', first_name: 'Ivo', last_name: `Cold${Math.random()}`, agent_id: agent.agentId, ...more })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function remaining(table: string, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(table)} where id = any(${ids}::bigint[]) order by id`.execute(agency.db)
  return rows.map(({ id }) => id)
}

test('P-68 a lead that asked not to be called and a customer not to be contacted are kept for five years, so that the wish is', async () => {
  const [caller, customer] = [await newLead({ phone: '3055550142' }), await newCustomer()]
  await sql`
    update leads set status_at = now(), status_id = (
      select id from lookup_values where list = 'status.lead' and name = 'Do Not Call') where id = ${caller}`.execute(
    agency.db,
  )
  const { rows } = await sql<{ id: number }>`
    select id from lookup_values where list = 'status.customer' and name = 'Do Not Contact'`.execute(agency.db)
  await agent.call(customers.setStatus, { id: customer, statusId: rows[0]?.id ?? 0, comment: 'Asked for it' })
  await later('58 months')
  await overAWeek()
  expect([await remaining('leads', [caller]), await remaining('contacts', [customer])]).toEqual([[caller], [customer]])
  await later('3 months')
  await overAWeek()
  expect([await remaining('leads', [caller]), await remaining('contacts', [customer])]).toEqual([[], []])
})

test('P-68 a wish not to be contacted is kept five years from the day it was set, however old the customer is', async () => {
  const customer = await newCustomer()
  await later('23 months')
  const { rows } = await sql<{ id: number }>`
    select id from lookup_values where list = 'status.customer' and name = 'Do Not Contact'`.execute(agency.db)
  await agent.call(customers.setStatus, { id: customer, statusId: rows[0]?.id ?? 0, comment: 'Asked for it' })
  await later('58 months')
  await overAWeek()
  expect(await remaining('contacts', [customer])).toEqual([customer])
  await later('3 months')
  await overAWeek()
  expect(await remaining('contacts', [customer])).toEqual([])
})

test('P-68 a customer and a lead are destroyed two years after their last use, with notes, files and histories, leaving an event without values', async () => {
  const [cold, used, noted, called] = [
    await newCustomer(),
    await newCustomer(),
    await newCustomer(),
    await newCustomer(),
  ]
  const lead = await newLead()
  await agent.call(notes.add, { entityId: cold, entityMetadataId: notedKinds.customer.id, noteBody: 'Called.' })
  await later('23 months')
  await agent.call(customers.setStatus, { id: used, statusId: 2, comment: 'Called' })
  await agent.call(notes.add, { entityId: noted, entityMetadataId: notedKinds.customer.id, noteBody: 'Called.' })
  await agent.call(telephony.log, { phone: '3055550143', contactId: called, outcome: 'Answered' })
  await overAWeek()
  expect(await remaining('contacts', [cold, used, noted, called])).toEqual([cold, used, noted, called])
  await later('1 month')
  expect(await overAWeek()).toMatchObject({ customer: 1, lead: 1 })
  expect(await remaining('contacts', [cold, used, noted, called])).toEqual([used, noted, called])
  expect(await remaining('leads', [lead])).toEqual([])
  const { rows } = await sql<{ n: number }>`
    select (select count(*) from notes where kind = 1 and record_id = ${cold})
      + (select count(*) from record_changes where entity = 'customer' and record_id = ${cold})
      + (select count(*) from status_changes where kind = 'customer' and record_id = ${cold})
      + (select count(*) from contact_emails where contact_id = ${cold}) as n`.execute(agency.db)
  expect(rows[0]?.n).toBe(0)
  const events = await agency.db
    .selectFrom('audit_events')
    .select(['entity', 'facts'])
    .where('action', '=', 'delete')
    .where('entity_id', 'in', [String(cold), String(lead)])
    .orderBy('entity')
    .execute()
  expect(events).toEqual([
    { entity: 'customer', facts: { retention: 'customer', after: '2 years' } },
    { entity: 'lead', facts: { retention: 'lead', after: '2 years' } },
  ])
})

test('P-68 people with a policy or an offline application of ten years, agents and users are not destroyed', async () => {
  const carrierId = await agency.carrier('Holding Health')
  const covered = await newCustomer({ firstName: 'Paz', lastName: 'Covered', dob: '1970-01-01' })
  const byMail = await newCustomer({ firstName: 'Liz', lastName: 'Mailed', email: 'liz.mailed@example.com' })
  const applied = await newCustomer({ firstName: 'Maria', lastName: 'Applied', dob: '1988-03-14' })
  const member = await newCustomer({ firstName: 'Ana', lastName: 'Member', dob: '2016-11-21' })
  const free = await newCustomer({ firstName: 'Nora', lastName: 'Free' })
  const lead = await newLead({ first_name: 'Paz', last_name: 'Covered' })
  const ofCustomer = await newLead({ contact_id: covered })
  const isUser = await newCustomer({ firstName: 'Una', lastName: 'User' })
  const { userId } = await agency.person({ roles: [] })
  await sql`update users set contact_id = ${isUser} where id = ${userId}`.execute(agency.db)
  const policy = { carrier_id: carrierId, status: 'Terminated', first_name: 'Paz', last_name: 'Covered' }
  await agency.db
    .insertInto('policies')
    .values([
      { ...policy, policy_number: 'H1', dob: '1970-01-01', term_date: sql<string>`current_date` },
      { ...policy, policy_number: 'H2', first_name: 'L', last_name: 'Mailed', email: 'LIZ.mailed@example.com' },
    ])
    .execute()
  await agent.call(offline.submit, mariaVega({ lastName: 'Applied' }))
  await agent.call(
    offline.submit,
    mariaVega({
      firstName: 'Rita',
      lastName: 'Other',
      offlineAppMembers: [{ relation: 'child', firstName: 'Ana', lastName: 'Member', dob: '2016-11-21', sex: 'F' }],
    }),
  )
  const all = [covered, byMail, applied, member, isUser]
  await later('9 years')
  expect(await overAWeek()).toMatchObject({ customer: expect.any(Number), 'offline-application': 0 })
  expect(await remaining('contacts', [...all, free])).toEqual(all.toSorted((a, b) => a - b))
  expect(await remaining('leads', [lead, ofCustomer])).toEqual([lead, ofCustomer])
  // The policies are no longer uploaded and ended more than ten years ago; the one without an end holds permanently.
  await sql`update policies set term_date = current_date - interval '10 years 1 month' where policy_number = 'H1'`.execute(
    agency.db,
  )
  await later('14 months')
  await overAWeek()
  expect(await remaining('contacts', all)).toEqual([byMail, isUser].toSorted((a, b) => a - b))
  expect(await remaining('leads', [lead])).toEqual([])
})

test('P-68 A-104 an internal application and its consent are kept ten years from the signature, hold their person, and are then destroyed together', async () => {
  const who = { firstName: 'Ines', lastName: 'Signed', dob: '1979-05-06' }
  const person = await newCustomer(who)
  const { number } = await agent.call(applications.create, { ...who, email: 'ines@agency.test', phone: '3055550177' })
  await sql`
    with asked as (
      insert into consent_requests (application_id, token_hash, channel, sent_to, language, agency, agency_phone,
        agency_email, applicant, expires_at)
      values (${number}, 'x', 'email', 'ines@agency.test', 'en', 'A', '1', 'a@b.c', 'Ines Signed', now()) returning id)
    insert into consents (request_id, application_id, signed_name, address, user_agent, language, text_version,
      text_signed, text_sha256, ends_on)
    select id, ${number}, 'Ines Signed', '::1', '', 'en', '1', 'I agree', sha256('I agree'), current_date from asked`.execute(
    agency.db,
  )
  await later('9 years')
  expect(await overAWeek()).toMatchObject({ 'internal-application': 0 })
  expect(await remaining('internal_applications', [number])).toEqual([number])
  expect(await remaining('contacts', [person])).toEqual([person])
  await later('14 months')
  expect(await overAWeek()).toMatchObject({ 'internal-application': 1 })
  expect(await remaining('internal_applications', [number])).toEqual([])
  const { rows } = await sql<{ n: number }>`
    select (select count(*) from consents where application_id = ${number})
      + (select count(*) from consent_requests where application_id = ${number})
      + (select count(*) from status_changes where kind = 'application' and record_id = ${number}) as n`.execute(
    agency.db,
  )
  expect(rows[0]?.n).toBe(0)
})

test('P-68 P-82 a database clock that jumps either way deletes nothing early and nothing twice; the application’s clock is not used', async () => {
  const [one, two] = [await newCustomer(), await newCustomer()]
  agency.setClock(() => new Date('2099-01-01T00:00:00Z'))
  await run()
  agency.setClock(() => new Date())
  expect(await remaining('contacts', [one, two])).toEqual([one, two])
  // Ahead: seemingly due records are announced but not destroyed, and the announcement is dropped once the clock is
  // corrected.
  await later('3 years')
  expect((await run()).every(({ count }) => count === 0)).toBe(true)
  expect(await announcedCustomers()).toEqual(expect.arrayContaining([String(one), String(two)]))
  await later('-3 years')
  await run()
  expect(await announcedCustomers()).toEqual([])
  expect(await remaining('contacts', [one, two])).toEqual([one, two])
  // Actually later, and used in the week between: it is kept.
  await later('3 years')
  await overAWeek(settings, 6)
  await agent.call(customers.setStatus, { id: two, statusId: 3, comment: 'Back again' })
  expect(await remaining('contacts', [one, two])).toEqual([one, two])
  await run()
  expect(await remaining('contacts', [one, two])).toEqual([two])
  // Back: nothing is due, nothing returns, and nothing is destroyed twice.
  await later('-2 years')
  expect((await run()).every(({ count }) => count === 0)).toBe(true)
  expect(await remaining('contacts', [one, two])).toEqual([two])
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from audit_events where action = 'delete' and entity = 'customer' and entity_id = ${String(one)}`.execute(
    agency.db,
  )
  expect(rows[0]?.n).toBe(1)
})

async function announcedCustomers(): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select record_id as id from retention_due where class = 'customer' order by record_id`.execute(agency.db)
  return rows.map(({ id }) => id)
}

test('P-68 A-077 a card number is destroyed 30 days after its application was processed, not before, and never under a hold; the application is kept ten years', async () => {
  const submit = async () =>
    (await agent.call(offline.submit, mariaVega({ ...testCard, lastName: 'Carded' }))).applicationId
  const [due, open, held] = [await submit(), await submit(), await submit()]
  // The application's clock is wrong by years; mark and days come from the database.
  agency.setClock(() => new Date('2001-01-01T00:00:00Z'))
  for (const id of [due, held]) await agent.call(offline.process, { id, version: 1, processed: true })
  agency.setClock(() => new Date())
  await agent.call(offline.hold, { id: held, version: 2, held: true, reason: 'A complaint is open' })
  const cards = async () => {
    const { rows } = await sql<{ id: number }>`
      select id from offline_applications where card_number_sealed is not null and id = any(${[due, open, held]}::bigint[])
      order by id`.execute(agency.db)
    return rows.map(({ id }) => id)
  }
  await later('22 days')
  await overAWeek(settings, 7)
  await run()
  expect(await cards()).toEqual([due, open, held])
  // Two hours more, for a daylight saving change in these days.
  await later('1 day 2 hours')
  await run()
  expect(await cards()).toEqual([open, held])
  expect(await agent.call(offline.one, { id: due })).toMatchObject({ cardLast4: '1111', cardExpDate: null })
  await later('9 years 10 months')
  await overAWeek()
  expect(await remaining('offline_applications', [due, open, held])).toEqual([due, open, held])
  await later('2 months')
  await overAWeek()
  expect(await remaining('offline_applications', [due, open, held])).toEqual([held])
})

test('P-68 drafts and old sessions are destroyed too; with the setting never no personal data is, and the dry run counts without changes', async () => {
  await agency.person({ roles: ['agent'] })
  await agent.call(offline.keepDraft, { values: draftOf(OfflineTyped.parse(mariaVega({}))) })
  const customer = await newCustomer()
  await later('3 years')
  const dry = await countExpired(agency.db, settings)
  expect(dry.find(({ class: name }) => name === 'customer')?.count).toBeGreaterThan(0)
  expect(dry.find(({ class: name }) => name === 'offline-draft')).toMatchObject({ count: 1, period: '14 days' })
  expect(await announcedCustomers()).toEqual([])
  const kept = await overAWeek({ ...settings, retentionPeopleYears: null, retentionEnrollmentYears: null })
  expect(kept).toEqual({ 'card-number': 0, 'log-day': 0, 'notification-day': 0, 'offline-draft': 1, session: 0 })
  expect(await remaining('contacts', [customer])).toEqual([customer])
  await sql`
    update sessions set created_at = created_at - interval '100 days', last_active_at = last_active_at - interval '100 days',
      expires_at = expires_at - interval '100 days' where user_id <> ${agent.userId}`.execute(agency.db)
  await sql`delete from retention_looks`.execute(agency.db)
  const sessions = await overAWeek({ ...settings, retentionPeopleYears: null, retentionEnrollmentYears: null })
  expect(sessions.session).toBeGreaterThan(0)
  const { rows } = await sql<{ userId: number }>`select distinct user_id as "userId" from sessions`.execute(agency.db)
  expect(rows).toEqual([{ userId: agent.userId }])
})

test('P-68 NOTIF-04 notifications are deleted by whole days after the configured time, and open pages receive it', async () => {
  const { rows: notified } = await sql<{ id: number }>`
    insert into notifications (user_id, kind, created_at)
    select ${agent.userId}, 'upload', now() - make_interval(days => age) from unnest(array[40, 20]) age returning id`.execute(
    agency.db,
  )
  const short = { ...settings, retentionNotificationDays: 30 }
  for (let day = 0; day < 8; day++) {
    await run(short)
    await later('1 day', ['retention_due', 'retention_looks'])
  }
  const { rows } = await sql<{ id: number }>`select id from notifications where user_id = ${agent.userId}`.execute(
    agency.db,
  )
  expect(rows).toEqual([{ id: notified[1]?.id }])
  const events = await agency.db
    .selectFrom('live_events')
    .select('record')
    .where('service', '=', 'notifications')
    .where('happening', '=', 'removed')
    .execute()
  expect(events).toMatchObject([{ record: { id: notified[0]?.id } }])
})

test('P-68 statuses that HealthSherpa sent, which name clients, are deleted by whole days after the years of enrollment records', async () => {
  await sql`
    insert into healthsherpa_updates (received_at, transaction_id, event_type, status, application_id, client_name, policies)
    select now() - make_interval(years => age), 'retained-' || age, 'sync', 'effectuated', 'HSA', 'Ida Case', '[]'
    from unnest(array[11, 9]) age`.execute(agency.db)
  for (let day = 0; day < 8; day++) {
    await run()
    await later('1 day', ['retention_due', 'retention_looks'])
  }
  const { rows } = await sql<{ id: string }>`
    select transaction_id as id from healthsherpa_updates where transaction_id like 'retained-%'`.execute(agency.db)
  expect(rows).toEqual([{ id: 'retained-9' }])
})

test('P-68 the log is deleted by whole days after 90, each with one event, and newer entries stay', async () => {
  const at = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
  const entries = [100, 100, 60].map((days) => ({
    ...({
      at: at(days),
      level: 'Information',
      category: 'Server',
      userId: null,
      message: 'Coverdesk started',
    } as const),
  }))
  await insertEntries(agency.db, 'north', entries)
  const destroyed: number[] = []
  for (let day = 0; day < 8; day++) {
    destroyed.push((await run()).find(({ class: name }) => name === 'log-day')?.count ?? 0)
    // A day is identified by its date, so here the announcements become older instead of the entries.
    await later('1 day', ['retention_due', 'retention_looks'])
  }
  expect(destroyed.toSorted()).toEqual([0, 0, 0, 0, 0, 0, 0, 1])
  const { rows } = await sql<{ n: number }>`select count(*) as n from log_entries`.execute(agency.db)
  expect(rows[0]?.n).toBe(1)
  const events = await agency.db.selectFrom('audit_events').select('facts').where('entity', '=', 'log day').execute()
  expect(events).toEqual([{ facts: { retention: 'log-day', after: '90 days' } }])
})

/** Adds ended sessions that are 100 days old. */
async function addOldSessions(count: number): Promise<void> {
  await sql`
    insert into sessions (id, user_id, created_at, last_active_at, expires_at, ended_at, address)
    select gen_random_uuid(), ${agent.userId}, long, long, long, long, '192.0.2.1'
    from generate_series(1, ${count}::int), (select now() - interval '100 days' as long) days`.execute(agency.db)
}
const announcedSessions = async () => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from retention_due where class = 'session'`.execute(agency.db)
  return rows[0]?.n
}

test('P-68 records beyond the daily limit of announcements are announced on the next days, and all are destroyed', async () => {
  await addOldSessions(5)
  const announced: unknown[] = []
  let destroyed = 0
  for (let day = 0; day < 11; day++) {
    const found = await run(settings, () => 2)
    destroyed += found.find((one) => one.class === 'session')?.count ?? 0
    announced.push(await announcedSessions())
    await later('1 day')
  }
  expect(announced.slice(0, 3)).toEqual([2, 4, 5])
  expect(destroyed).toBe(5)
})

test('P-68 more sessions than 5,000 a day are all announced on the same day', async () => {
  await addOldSessions(12_000)
  await run()
  expect(await announcedSessions()).toBe(12_000)
})

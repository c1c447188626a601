import { bulk } from '@coverdesk/domain/bulk/bulk-contract.ts'
import { customers } from '@coverdesk/domain/customers/customer-contract.ts'
import { notifications } from '@coverdesk/domain/notifications/notification-contract.ts'
import { pto } from '@coverdesk/domain/pto/pto-contract.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { changeAll } from '../bulk/bulk-test-calls.ts'
import { notify } from '../platform/realtime/notify.ts'
import { leadOf } from '../route-examples/example-records.ts'
import { type Person, startTestApp, type TestApp } from '../testing/test-app.ts'
import { openSocket, portOf, type TestSocket } from '../testing/test-socket.ts'
import { refusal } from '../uploads/policies/upload-samples.ts'

let agency: TestApp
let port: number
const open: TestSocket[] = []
beforeAll(async () => {
  agency = await startTestApp()
  port = await portOf(agency.app)
})
afterEach(() => {
  for (const { socket } of open.splice(0)) socket.close()
})
afterAll(() => agency.close())

let npn = 19_900_000
const agent = (claims: string[] = ['view.marketing', 'view.Lead', 'view.customer', 'view.PTO']) =>
  agency.person({ roles: ['agent'], claims, npn: String(npn++) })

async function pageOf(person: Person) {
  const created = await openSocket(port)
  open.push(created)
  await created.signIn(person.token)
  return { ...created, service: created.client.service('notifications') }
}

/** Sends notifications about files to a user; returns their ids, oldest first. */
async function sendNotifications(person: Person, times: number): Promise<number[]> {
  for (let sent = 0; sent < times; sent++)
    await notify(agency.db, 'upload', [
      { userId: person.userId, recordId: null, facts: { file: 'leads', state: 'loaded' } },
    ])
  const { rows } = await sql<{ id: number }>`
    select id from notifications where user_id = ${person.userId} order by id`.execute(agency.db)
  return rows.map(({ id }) => id).slice(-times)
}

describe('the socket service', () => {
  test('NOTIF-05 the standard client signs in with a strategy and a token, or with a token only; a wrong token is refused, and no request is answered before', async () => {
    const person = await agent()
    const anonymous = await openSocket(port)
    open.push(anonymous)
    const refused = { name: 'NotAuthenticated', code: 401 }
    await expect(anonymous.client.service('notifications').find()).rejects.toMatchObject(refused)
    await expect(anonymous.signIn('wrong')).rejects.toMatchObject(refused)
    await anonymous.client.service('authentication').create({ token: person.token })
    await expect(anonymous.client.service('notifications').find()).resolves.toMatchObject({ total: 0 })
    const page = await pageOf(person)
    await expect(page.service.find()).resolves.toMatchObject({ total: 0, data: [] })
  })

  test('NOTIF-06 NOTIF-07 find returns the user’s own notifications newest first, at most 50, with the members of the specification', async () => {
    const [person, other] = [await agent(), await agent()]
    const ids = await sendNotifications(person, 55)
    const [othersId] = await sendNotifications(other, 1)
    const { service } = await pageOf(person)
    const page = await service.find({ query: { $limit: 1000, $sort: { created_at: -1 } } })
    expect(page).toMatchObject({ total: 55, limit: 50, skip: 0 })
    expect(page.data.map(({ id }: { id: number }) => id)).toEqual(ids.toReversed().slice(0, 50))
    expect(page.data[0]).toEqual({
      id: ids.at(-1),
      read: false,
      read_at: null,
      user_id: person.userId,
      kind: 'upload',
      record_id: null,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      text: 'Your file of leads is loaded',
    })
    const oldest = await service.find({ query: { $limit: 2, $skip: 1, $sort: { created_at: 1 } } })
    expect(oldest.data.map(({ id }: { id: number }) => id)).toEqual(ids.slice(1, 3))
    expect(await service.find({ query: { $limit: 0, user_id: other.userId } })).toMatchObject({ total: 55, data: [] })
    const missing = { name: 'NotFound', code: 404 }
    await expect(service.get(othersId ?? 0)).rejects.toMatchObject(missing)
    await expect(service.patch(othersId ?? 0, { read: true })).rejects.toMatchObject(missing)
    await expect(service.remove(othersId ?? 0)).rejects.toMatchObject(missing)
    expect((await other.call(notifications.unread, {})).unread).toBe(1)
  })

  test('NOTIF-03 NOTIF-04 patch works for one, or for all unread with null; the user’s pages receive each created, patched and removed event, other users’ pages do not', async () => {
    const [person, other] = [await agent(), await agent()]
    const [firstPage, secondPage, otherPage] = [await pageOf(person), await pageOf(person), await pageOf(other)]
    const ids = await sendNotifications(person, 3)
    const [first] = ids
    const eventsOf =
      (event: string) =>
      ({ heard }: TestSocket) =>
        heard.filter(({ name }) => name === `notifications ${event}`).map(({ record }) => record)
    await expect.poll(() => eventsOf('created')(secondPage).length).toBe(3)
    const patched = await firstPage.service.patch(first ?? 0, { read: true, read_at: '1999-01-01' })
    expect(patched).toMatchObject({ id: first, read: true, user_id: person.userId })
    expect(Math.abs(Date.now() - Date.parse(patched.read_at))).toBeLessThan(60_000)
    const many = await firstPage.service.patch(null, { read: true }, { query: { user_id: person.userId, read: false } })
    expect(many.map(({ id }: { id: number }) => id).sort()).toEqual(ids.slice(1).sort())
    expect(await firstPage.service.patch(null, { read: true }, { query: { read: true } })).toEqual([])
    await firstPage.service.remove(first ?? 0)
    for (const page of [firstPage, secondPage]) {
      await expect.poll(() => eventsOf('removed')(page).length).toBe(1)
      expect(eventsOf('patched')(page)).toHaveLength(3)
      expect(eventsOf('patched')(page)[0]).toEqual(patched)
      expect(eventsOf('removed')(page)).toEqual([patched])
    }
    expect(otherPage.heard).toEqual([])
  })

  test('NOTIF-04 a notification of a newer server’s kind is not sent, and the events beside it stay what they are', async () => {
    const person = await agent()
    const [id] = await sendNotifications(person, 1)
    const { heard } = await pageOf(person)
    await agency.db.transaction().execute(async (db) => {
      await sql`insert into notifications (user_id, kind) values (${person.userId}, 'of-a-newer-server')`.execute(db)
      await sql`delete from notifications where id = ${id}`.execute(db)
    })
    await expect.poll(() => heard.length).toBeGreaterThan(0)
    expect(heard).toEqual([{ name: 'notifications removed', record: expect.objectContaining({ id }) }])
  })

  test('P-50 NOTIF-05 methods that the protocol does not offer and invalid input are refused', async () => {
    const { service, socket } = await pageOf(await agent())
    await expect(service.create({ text: 'x' })).rejects.toMatchObject({ code: 405 })
    await expect(service.update(1, {})).rejects.toMatchObject({ code: 405 })
    for (const query of [{ $sort: { text: 1 } }, { $limit: 'x' }, { $where: '1=1' }, { read: { $ne: true } }])
      await expect(service.find({ query }), JSON.stringify(query)).rejects.toMatchObject({ code: 400 })
    await expect(service.patch(null, { user_id: 1 })).rejects.toMatchObject({ code: 400 })
    await expect(service.get('x')).rejects.toMatchObject({ code: 400 })
    expect(socket.connected).toBe(true)
  })
})

describe('HTTP routes', () => {
  test('NOTIF-03 NOTIF-06 NOTIF-07 they give the same results as the socket, and count unread up to 100', async () => {
    const person = await agent()
    const ids = await sendNotifications(person, 3)
    const { service } = await pageOf(person)
    expect(await person.call(notifications.list, {})).toEqual(await service.find({ query: { $limit: 50 } }))
    expect(await person.call(notifications.unread, {})).toEqual({ unread: 3 })
    await person.call(notifications.setRead, { id: ids[0] ?? 0, read: true })
    expect(await person.call(notifications.unread, {})).toEqual({ unread: 2 })
    expect((await person.call(notifications.list, { read: true })).data.map(({ id }) => id)).toEqual([ids[0]])
    expect(await person.call(notifications.setAllRead, { read: true })).toHaveLength(2)
    expect(await person.call(notifications.setAllRead, { read: true })).toEqual([])
    await person.call(notifications.remove, { id: ids[0] ?? 0 })
    expect((await refusal(person.call(notifications.one, { id: ids[0] ?? 0 }))).code).toBe('record.not_found')
    await sql`insert into notifications (user_id, kind) select ${person.userId}, 'upload' from generate_series(1, 130)`.execute(
      agency.db,
    )
    expect(await person.call(notifications.unread, {})).toEqual({ unread: 100 })
  })

  test('P-16 requests for notifications do not count as activity', async () => {
    const person = await agent()
    await sql`update sessions set last_active_at = now() - interval '600 seconds' where user_id = ${person.userId}`.execute(
      agency.db,
    )
    await person.call(notifications.unread, {})
    await person.call(notifications.list, {})
    const { service } = await pageOf(person)
    await service.patch(null, { read: true })
    const { rows } = await sql<{ idle: number }>`
      select extract(epoch from now() - last_active_at)::float8 as idle from sessions where user_id = ${person.userId}`.execute(
      agency.db,
    )
    expect(rows[0]?.idle).toBeGreaterThan(599)
  })

  test('unread notifications are counted with the unread index only', async () => {
    await sql`insert into notifications (user_id, kind, read_at)
      select id, 'upload', now() from users, generate_series(1, 2000)`.execute(agency.db)
    await sql`analyze notifications`.execute(agency.db)
    const { rows } = await sql<{ 'QUERY PLAN': string }>`
      explain select count(*) from (select from notifications where user_id = 1 and read_at is null limit 100) n`.execute(
      agency.db,
    )
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('notifications_unread')
  })
})

describe('notification events', () => {
  const textsOf = async (person: Person) => (await person.call(notifications.list, {})).data.map(({ text }) => text)

  test('NOTIF-07 P-26 a lead assignment notifies its agent, with the name only while visible; several are combined; an undo notifies no one', async () => {
    const person = await agent()
    const admin = await agency.person({ roles: ['agent', 'administrator'], claims: ['admin.Lead'] })
    const assign = (ids: number[]) => changeAll(admin, { action: 'lead.agent', value: person.agentId, ids })
    const leadId = await leadOf(agency, { agentId: null })
    await assign([leadId])
    const { data } = await person.call(notifications.list, {})
    expect(data).toMatchObject([{ kind: 'lead', record_id: leadId, text: 'Ida Case was assigned to you as a lead' }])
    const two = await assign([await leadOf(agency, { agentId: null }), await leadOf(agency, { agentId: null })])
    expect((await textsOf(person))[0]).toBe('2 leads were assigned to you')
    await admin.call(bulk.lead.undo, { id: two.id })
    expect(await textsOf(person)).toHaveLength(2)
    await sql`update leads set agent_id = null where id = ${leadId}`.execute(agency.db)
    expect((await textsOf(person))[1]).toBe('A new lead was assigned to you')
  })

  test('NOTIF-07 P-26 a change of a customer’s agent notifies the new and the former agent, by form, on creation and in bulk; 500 at once make one notification each, and no one is notified of their own action', async () => {
    const [gets, loses] = [await agent(), await agent()]
    const admin = await agency.person({
      roles: ['agent', 'administrator'],
      claims: ['admin.customer'],
      fullAccess: true,
      npn: String(npn++),
    })
    const fields = {
      firstName: 'Ida',
      middleName: '',
      lastName: 'Client',
      dob: '1980-05-17',
      sex: 'F' as const,
      phone: null,
      email: 'ida.client@agency.test',
      usCitizen: true,
      tglanguageSpkid: null,
      tglanguageMailId: null,
    }
    const created = await admin.call(customers.create, { ...fields, agentId: loses.agentId })
    const notificationsOfLosing = await loses.call(notifications.list, {})
    expect(notificationsOfLosing.data).toMatchObject([
      { kind: 'contact', record_id: created.id, text: 'Ida Client was assigned to you as a client' },
    ])
    const edited = await admin.call(customers.update, {
      ...fields,
      id: created.id,
      version: created.version,
      agentId: gets.agentId,
    })
    expect(await textsOf(gets)).toEqual(['Ida Client was assigned to you as a client'])
    expect((await textsOf(loses))[0]).toBe('A client is no longer yours')
    expect((await textsOf(loses))[1]).toBe('A new client was assigned to you')
    await admin.call(customers.update, {
      ...fields,
      firstName: 'Ada',
      id: created.id,
      version: edited.version,
      agentId: gets.agentId,
    })
    expect(await textsOf(gets)).toHaveLength(1)
    const { rows } = await sql<{ id: number }>`
      with people as (insert into contacts (first_name, last_name, agent_id)
        select 'Many', n::text, ${loses.agentId} from generate_series(1, 500) n returning id)
      insert into customers (contact_id, status_id) select id, 1 from people returning contact_id as id`.execute(
      agency.db,
    )
    const ids = rows.map(({ id }) => id)
    const [before, lost] = [await textsOf(gets), await textsOf(loses)]
    const change = await changeAll(admin, { action: 'customer.agent', value: gets.agentId, ids })
    expect(await textsOf(gets)).toEqual(['500 clients were assigned to you', ...before])
    expect(await textsOf(loses)).toEqual(['500 clients are no longer yours', ...lost])
    await admin.call(bulk.customer.undo, { id: change.id })
    expect(await textsOf(gets)).toHaveLength(before.length + 1)
    await admin.call(customers.create, { ...fields, email: 'own@agency.test', agentId: admin.agentId })
    expect(await textsOf(admin)).toEqual([])
  })

  test('PTO-08 a request for time off notifies those who decide about it, and the decision notifies the requester', async () => {
    const person = await agent()
    const decider = await agency.person({ roles: ['agent', 'administrator'], claims: ['admin.PTO'] })
    const blind = await agency.person({ roles: ['agent'], claims: ['admin.PTO'], npn: String(npn++) })
    const request = await person.call(pto.request, {
      startDate: '2190-03-01',
      startHour: 9,
      endDate: '2190-03-01',
      endHour: 17,
      comment: '',
    })
    expect(await textsOf(decider)).toEqual([
      expect.stringMatching(/^Pat Example \d+ asks for time off on 03\/01\/2190$/),
    ])
    expect(await textsOf(blind)).toEqual([])
    await decider.call(pto.setStatus, { id: request.id, statusId: 2, comment: 'Enjoy it.' })
    expect(await textsOf(person)).toEqual(['Your request for time off on 03/01/2190 is approved'])
  })
})

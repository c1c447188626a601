import { access } from '@coverdesk/domain/access/access-contract.ts'
import { customers } from '@coverdesk/domain/customers/customer-contract.ts'
import { emergency } from '@coverdesk/domain/emergency/emergency-contract.ts'
import { policies } from '@coverdesk/domain/policies/policy-contract.ts'
import { users } from '@coverdesk/domain/users/user-contract.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { callAs, type Person, startTestApp, type TestApp } from '../testing/test-app.ts'
import { changeUser } from '../users/test-user-edits.ts'

let agency: TestApp
let nurse: Person
let ana: Person
let denise: Person
let client: number
let begun: number
beforeEach(async () => {
  agency = await startTestApp({ demo: true })
  nurse = await agency.person({ roles: ['agent'], npn: '19984131' })
  ana = await agency.person({ roles: ['administrator', 'agent'], claims: ['view.customer'] })
  denise = await agency.person({ roles: ['securityadmin'] })
  const owner = await agency.person({ roles: ['agent'], claims: ['view.customer', 'admin.customer'], npn: '19984132' })
  await sql`update users set email = user_name`.execute(agency.db)
  const made = await owner.call(customers.create, {
    firstName: 'Rosa',
    lastName: 'Quintero',
    email: 'rosa@example.com',
    sex: 'F',
    agentId: owner.agentId,
  })
  client = made.id
  begun = Date.now()
})
afterEach(() => agency.close())

const reason = 'Client is in the hospital, her agent cannot be reached'
const at = (minutes: number) => agency.setClock(() => new Date(begun + minutes * 60_000))
const ask = (minutes: 30 | 60 = 30) => nurse.call(emergency.ask, { reason, minutes })
const approved = async () => {
  const { id } = await ask()
  await denise.call(emergency.decide, { id, approve: true })
  return id
}
const reads = () => nurse.call(customers.one, { id: client })
const code = (call: Promise<unknown>) =>
  call.then(
    () => 'answered',
    (error) => error.code,
  )

test('P-34 after approval by a second person, a user without the right can read every client until the time is over', async () => {
  at(0)
  expect(await code(reads())).toBe('right.missing')
  const { id, state } = await ask()
  expect(state).toBe('asked')
  expect(await code(reads())).toBe('right.missing')
  for (const person of [nurse])
    expect(await code(person.call(emergency.decide, { id, approve: true }))).toBe('right.missing')
  await denise.call(emergency.decide, { id, approve: true })
  expect(await reads()).toMatchObject({ firstName: 'Rosa' })
  expect((await nurse.call(customers.list, {})).totalRecords).toBe(1)
  expect((await nurse.call(policies.list, {})).totalRecords).toBe(0)
  expect(await nurse.call(access.currentUser, {})).toMatchObject({
    emergencyUntil: new Date(begun + 30 * 60_000).toISOString(),
    claims: expect.arrayContaining(['view.customer']),
  })
  at(29.9)
  expect(await code(reads())).toBe('answered')
  at(30)
  expect(await code(reads())).toBe('right.missing')
  expect((await nurse.call(access.currentUser, {})).emergencyUntil).toBeNull()
  expect(await nurse.call(emergency.own, {})).toBeNull()
  expect(await denise.call(emergency.list, {})).toMatchObject([{ id, state: 'ended', endedBy: null }])
})

test('P-34 a request of a user who has been disabled cannot be approved', async () => {
  at(0)
  const { id } = await ask()
  await sql`update users set enabled = false where id = ${nurse.userId}`.execute(agency.db)
  expect(await code(denise.call(emergency.decide, { id, approve: true }))).toBe('emergency.user_disabled')
  await denise.call(emergency.decide, { id, approve: false })
  expect(await denise.call(emergency.list, {})).toMatchObject([{ id, state: 'refused' }])
})

const signedInAgain = async ({ userId }: Person) =>
  await agency.services.sessions.begin(agency.db, userId, { address: '127.0.0.1', userAgent: 'test' })
const readsWith = (token: string) => code(callAs(agency.app, token, customers.one, { id: client }))

test('P-34 emergency access, active or requested, ends when the user loses rights, with its event and notice', async () => {
  at(0)
  await sql`update users set claims = '{view.Lead}' where id = ${nurse.userId}`.execute(agency.db)
  for (const open of [approved, async () => (await ask()).id]) {
    const id = await open()
    await changeUser(denise, nurse.userId, { email: 'nurse@agency.test', claims: [] })
    expect(await readsWith(await signedInAgain(nurse))).toBe('right.missing')
    const [newest] = await denise.call(emergency.list, {})
    expect(newest).toMatchObject({ id, state: 'ended', endedBy: expect.stringContaining('Pat Example') })
    const { rows } = await sql`
      select user_id, facts from audit_events
      where entity = 'emergency access' and entity_id = ${String(id)} order by id desc limit 1`.execute(agency.db)
    expect(rows).toEqual([{ user_id: denise.userId, facts: { decision: 'ended', user: nurse.userId } }])
    const { rows: notices } = await sql`
      select facts ->> 'state' as state from notifications where kind = 'emergency' order by id desc limit 1`.execute(
      agency.db,
    )
    expect(notices).toEqual([{ state: 'ended' }])
    await changeUser(denise, nurse.userId, { email: 'nurse@agency.test', claims: ['view.Lead'] })
    const token = await signedInAgain(nurse)
    nurse = { ...nurse, token, call: (route, input) => callAs(agency.app, token, route, input) }
  }
})

test('P-34 emergency access does not come back when a disabled user is enabled', async () => {
  at(0)
  await approved()
  await changeUser(denise, nurse.userId, { email: 'nurse@agency.test', enable: false })
  await changeUser(denise, nurse.userId, { email: 'nurse@agency.test', enable: true })
  expect(await readsWith(await signedInAgain(nurse))).toBe('right.missing')
})

test('P-34 more rights do not end emergency access', async () => {
  at(0)
  await approved()
  await changeUser(denise, nurse.userId, { email: 'nurse@agency.test', claims: ['view.Lead'] })
  expect(await readsWith(await signedInAgain(nurse))).toBe('answered')
})

test('P-34 emergency access opens nothing, and is not approved, without a role that may request it', async () => {
  at(0)
  const id = await approved()
  await sql`update users set roles = '{customer}' where id = ${nurse.userId}`.execute(agency.db)
  expect(await code(reads())).toBe('right.missing')
  await sql`update users set roles = '{agent}' where id = ${nurse.userId}`.execute(agency.db)
  await nurse.call(emergency.end, { id })
  const { id: waiting } = await ask()
  await sql`update users set roles = '{customer}' where id = ${nurse.userId}`.execute(agency.db)
  expect(await code(denise.call(emergency.decide, { id: waiting, approve: true }))).toBe('emergency.user_role')
  await denise.call(emergency.decide, { id: waiting, approve: false })
})

test('P-34 emergency access is read-only: no changes, exports or revealed values, and nothing except clients', async () => {
  at(0)
  await approved()
  const { version, ...found } = await reads()
  const changes = { ...found, version, firstName: 'Rosita' }
  const send = (method: 'PUT' | 'GET', url: string, accept = 'application/json') =>
    agency.app.inject({
      method,
      url,
      headers: { authorization: `Bearer ${nurse.token}`, accept },
      ...(method === 'PUT' ? { payload: changes } : {}),
    })
  expect((await send('PUT', `/api/Customer/${client}`)).statusCode).toBeGreaterThanOrEqual(400)
  const made = { firstName: 'Eva', lastName: 'Ortiz', email: 'eva@example.com', sex: 'F' as const }
  expect(await code(nurse.call(customers.create, made))).toBe('right.missing')
  expect((await reads()).firstName).toBe('Rosa')
  expect((await send('GET', '/api/Policies', 'text/csv')).statusCode).toBeGreaterThanOrEqual(400)
  expect((await send('GET', '/api/Policies', 'application/pdf')).statusCode).toBe(403)
  expect(await code(nurse.call(users.list, {}))).toBe('right.missing')
  expect(await code(nurse.call(emergency.list, {}))).toBe('right.missing')
})

test('P-70 every read under emergency access is audited as one, and reads before and after are not', async () => {
  at(0)
  await sql`update users set claims = '{view.customer}' where id = ${nurse.userId}`.execute(agency.db)
  expect(await code(reads())).not.toBe('answered')
  await nurse.call(customers.list, {})
  const id = await approved()
  await reads()
  await nurse.call(customers.list, {})
  await nurse.call(emergency.end, { id })
  await nurse.call(customers.list, {})
  const { rows } = await sql<{ marked: number | null }>`
    select (facts ->> 'emergencyAccess')::int as marked from audit_events
    where user_id = ${nurse.userId} and action = 'read' order by id`.execute(agency.db)
  expect(rows.map(({ marked }) => marked)).toEqual([null, id, id, null])
  expect(await denise.call(emergency.list, {})).toMatchObject([{ reads: 2, state: 'ended' }])
})

test('P-34 users cannot approve their own request, nor one that is decided, withdrawn or older than an hour', async () => {
  at(0)
  const own = await ana.call(emergency.ask, { reason, minutes: 60 })
  expect(await code(ana.call(emergency.decide, { id: own.id, approve: true }))).toBe('emergency.own')
  expect(await code(ana.call(emergency.ask, { reason, minutes: 60 }))).toBe('emergency.open')
  await denise.call(emergency.decide, { id: own.id, approve: false })
  expect(await code(denise.call(emergency.decide, { id: own.id, approve: true }))).toBe('emergency.decided')
  const { id } = await ask()
  await nurse.call(emergency.end, { id })
  expect(await code(denise.call(emergency.decide, { id, approve: true }))).toBe('emergency.decided')
  const { id: late } = await ask()
  at(61)
  expect(await code(denise.call(emergency.decide, { id: late, approve: true }))).toBe('emergency.decided')
  expect((await denise.call(emergency.list, {})).map(({ state }) => state)).toEqual(['expired', 'ended', 'refused'])
  const again = await ask(60)
  const both = await Promise.all(
    [denise, ana].map((person) => code(person.call(emergency.decide, { id: again.id, approve: true }))),
  )
  expect(both.toSorted()).toEqual(['answered', 'emergency.decided'])
})

test('P-34 only the user or an administrator can end it, immediately', async () => {
  at(0)
  const id = await approved()
  const other = await agency.person({ roles: ['agent'] })
  expect(await code(other.call(emergency.end, { id }))).toBe('emergency.not_found')
  expect(await code(reads())).toBe('answered')
  await ana.call(emergency.end, { id })
  expect(await code(reads())).toBe('right.missing')
  const again = await approved()
  await nurse.call(emergency.end, { id: again })
  expect(await code(reads())).toBe('right.missing')
})

test('P-34 all security administrators and administrators are notified of a request, its approval and its end', async () => {
  at(0)
  const id = await approved()
  await nurse.call(emergency.end, { id })
  const { rows } = await sql<{ user_id: number; state: string }>`
    select user_id, facts ->> 'state' as state from notifications where kind = 'emergency' order by id`.execute(
    agency.db,
  )
  expect(rows).toEqual(
    ['asked', 'approved', 'ended'].flatMap((state) => [ana, denise].map(({ userId }) => ({ user_id: userId, state }))),
  )
  const { rows: letters } = await sql`select from outbox where kind = 'emergency-notice'`.execute(agency.db)
  expect(letters).toHaveLength(6)
})

test('P-36 an empty reason, a longer time and a request by a customer are rejected', async () => {
  at(0)
  const customer = await agency.person({ roles: ['customer'] })
  expect(await code(customer.call(emergency.ask, { reason, minutes: 30 }))).toBe('right.missing')
  for (const wrong of [{ reason: 'urgent' }, { reason: ' '.repeat(20) }, { minutes: 241 }, { minutes: 0 }]) {
    const answer = await agency.app.inject({
      method: 'POST',
      url: '/api/EmergencyAccess',
      headers: { authorization: `Bearer ${nurse.token}` },
      payload: { reason, minutes: 30, ...wrong },
    })
    expect(answer.statusCode, JSON.stringify(wrong)).toBe(400)
  }
})

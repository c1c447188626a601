import { Socket } from 'node:net'
import { offline } from '@coverdesk/domain/offline/offline-contract.ts'
import { ownSecondFactor } from '@coverdesk/domain/second-factor/own-second-factor-contract.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hashPassword } from '../platform/auth/password-hash.ts'
import { reseal } from '../platform/secrets/reseal.ts'
import { fieldSealer } from '../platform/secrets/sealed-field.ts'
import { asOwner, password, settledStep, setUpApp, shownByApp } from '../second-factor/factor-test-person.ts'
import { callAs, type Person, startTestApp, type TestApp } from '../testing/test-app.ts'
import { child, mariaVega, spouse, testCard } from './offline-test-people.ts'

let agency: TestApp
let agent: Person
let office: Person
const logged: string[] = []

beforeEach(async () => {
  agency = await startTestApp({ logLevel: 'trace' }, { write: (line) => void logged.push(line) })
  agent = await agency.person({ roles: ['agent'], claims: ['view.OfflineApp'], npn: '7001' })
  office = await manager()
})
afterEach(() => agency.close())

/** A user who can reveal numbers, with a password. */
async function manager(): Promise<Person> {
  const person = await agency.person({ roles: ['agent'], claims: ['admin.OfflineApp'] })
  await asOwner(agency, 'update users set password_hash = $1 where id = $2', [
    await hashPassword(password),
    person.userId,
  ])
  return person
}

const submit = async (other = {}) =>
  (await agent.call(offline.submit, mariaVega({ ...testCard, offlineAppMembers: [spouse, child], ...other })))
    .applicationId
const reason = 'The exchange asks for it'
const numbers = ['900123456', '900-12-3456', '4111111111111111', '4111 1111 1111 1111', '900654321', '900-65-4321']

test('P-61 OFFLINE-25 social security and card numbers are never stored in the clear, and a swapped or altered value does not open', async () => {
  const [one, other] = [await submit(), await submit()]
  const { rows } = await sql<{ text: string }>`
    select o::text as text from offline_applications o union all select m::text from offline_app_members m`.execute(
    agency.db,
  )
  const hexed = numbers.flatMap((number) => [number, Buffer.from(number).toString('hex')])
  for (const number of hexed)
    expect(
      rows.some(({ text }) => text.includes(number)),
      number,
    ).toBe(false)

  const reveal = { id: one, field: 'ssn', reason, password } as const
  expect(await office.call(offline.reveal, reveal)).toEqual({ value: '900123456' })
  await asOwner(
    agency,
    'update offline_applications o set ssn_sealed = x.ssn_sealed from offline_applications x where o.id = $1 and x.id = $2',
    [one, other],
  )
  await expect(office.call(offline.reveal, reveal)).rejects.toMatchObject({ status: 500 })
  await asOwner(agency, 'update offline_applications set ssn_sealed = card_number_sealed where id = $1', [one])
  await expect(office.call(offline.reveal, reveal)).rejects.toMatchObject({ status: 500 })
  await asOwner(agency, 'update offline_applications set ssn_sealed = null where id = $1', [one])
})

test('P-61 an application is found by the social security number of anyone in it, by users who can see it', async () => {
  const [ofApplicant, ofMember] = ['900-77-0001', '900-77-0002']
  const id = await submit({ ssn: ofApplicant, offlineAppMembers: [{ ...spouse, ssn: ofMember }] })
  for (const ssn of [ofApplicant, ofMember, '900770002'])
    expect(await agent.call(offline.findBySsn, { ssn })).toMatchObject([{ applicationId: id }])
  expect(await office.call(offline.findBySsn, { ssn: ofMember })).toHaveLength(1)
  const otherAgent = await agency.person({ roles: ['agent'], claims: ['view.OfflineApp'], npn: '7009' })
  expect(await otherAgent.call(offline.findBySsn, { ssn: ofApplicant })).toEqual([])
  await expect(agent.call(offline.findBySsn, { ssn: '900' })).rejects.toMatchObject({ status: 400 })
})

test('P-62 the CVV reaches neither PostgreSQL nor a log, though the rest of the application does', async () => {
  const sent: Buffer[] = []
  const { write } = Socket.prototype
  // All data that this process writes to sockets, so every parameter sent to PostgreSQL too.
  Socket.prototype.write = new Proxy(write, {
    apply(target, socket, given) {
      sent.push(Buffer.from(given[0]))
      return Reflect.apply(target, socket, given)
    },
  })
  logged.length = 0
  const amex = { cardNumber: '3782 822463 10005', cardCvv: '8397', cardLastName: 'Tapstone' }
  try {
    await submit(amex)
    await expect(submit({ ...amex, cardNumber: '3782 822463 10006' })).rejects.toMatchObject({ status: 400 })
    await agent.call(offline.draft, {})
  } finally {
    Socket.prototype.write = write
  }
  const sentText = Buffer.concat(sent).toString('latin1')
  expect(sentText).toContain('Tapstone')
  expect(logged.length).toBeGreaterThan(0)
  for (const text of [sentText, logged.join('\n')]) {
    expect(text).not.toMatch(/(?<![0-9a-z])8397(?![0-9a-z])/i)
    expect(text).not.toMatch(/cvv/i)
    for (const number of ['378282246310005', '3782 822463 10005']) expect(text).not.toContain(number)
  }
})

test('P-63 OFFLINE-25 no response, export or refusal shows more than the last four digits to permitted users', async () => {
  const id = await submit()
  const admin = await agency.person({ roles: ['administrator', 'agent'], claims: ['admin.OfflineApp'] })
  const { version } = await office.call(offline.one, { id })
  const get = (url: string, accept = 'application/json') => ({ method: 'GET' as const, url, headers: { accept } })
  const requests = [
    get('/api/OfflineApp?pageSize=500'),
    get('/api/OfflineApp', 'text/csv'),
    get(`/api/OfflineApp/${id}`),
    get('/api/OfflineApp/draft'),
    { method: 'POST' as const, url: '/api/OfflineApp/find', payload: { ssn: '900-12-3456' } },
    { method: 'POST' as const, url: '/api/OfflineApp', payload: { ...mariaVega({ ...testCard, sex: 'X' }) } },
    { method: 'PUT' as const, url: `/api/OfflineApp/${id}/processed`, payload: { version, processed: true } },
  ]
  for (const person of [agent, office, admin])
    for (const call of requests) {
      const answer = await agency.app.inject({
        ...call,
        headers: { ...('headers' in call ? call.headers : {}), authorization: `Bearer ${person.token}` },
      })
      const what = `${call.method} ${call.url}`
      for (const number of numbers) expect(answer.body, what).not.toMatch(new RegExp(`(?<!\\d)${number}(?!\\d)`))
      // Three digits may be part of a request id, which is hexadecimal.
      expect(answer.body, what).not.toMatch(new RegExp(`(?<![\\da-f-])${testCard.cardCvv}(?![\\da-f-])`, 'i'))
    }
  const shown = await agent.call(offline.one, { id })
  expect(shown).toMatchObject({ ssnLast4: '3456', cardLast4: '1111', offlineAppMembers: [{ ssnLast4: '4321' }, {}] })
})

test('P-64 A-077 one number is shown for a reason, after re-authentication, and recorded first', async () => {
  const id = await submit()
  const members = (await office.call(offline.one, { id })).offlineAppMembers
  expect(await office.call(offline.reveal, { id, field: 'cardNumber', reason, password })).toEqual({
    value: '4111111111111111',
  })
  const memberId = members[0]?.id ?? 0
  expect(await office.call(offline.reveal, { id, field: 'ssn', memberId, reason, password })).toEqual({
    value: '900654321',
  })
  const { rows } = await sql<{ facts: object; reason: string }>`
    select e.facts, r.reason from audit_events e join offline_reveals r on r.id = (e.facts->>'reason')::bigint
    where e.action = 'reveal' and e.entity_id = ${String(id)} and e.user_id = ${office.userId} order by e.id`.execute(
    agency.db,
  )
  expect(rows).toMatchObject([
    { facts: { field: 'cardNumber', member: null }, reason },
    { facts: { field: 'ssn', member: memberId }, reason },
  ])

  const refusals = [
    [{ password: 'Wrong-Password1' }, 'password.wrong'],
    [{ password: undefined }, 'password.wrong'],
    [{ reason: '  ' }, 'request.invalid'],
    [{ reason: 'It is 900-12-3456' }, 'request.invalid'],
    [{ memberId: members[1]?.id }, 'record.not_found'],
    [{ memberId, field: 'cardNumber' as const }, 'record.not_found'],
    [{ id: 999_999 }, 'record.not_found'],
  ] as const
  for (const [change, code] of refusals)
    await expect(
      office.call(offline.reveal, { id, field: 'ssn', reason, password, ...change }),
      JSON.stringify(change),
    ).rejects.toMatchObject({ code })
  await expect(agent.call(offline.reveal, { id, field: 'ssn', reason, password })).rejects.toMatchObject({
    status: 403,
  })
})

test('P-64 a user with an authenticator app must enter a new code, and a code works once', async () => {
  const id = await submit()
  const person = await manager()
  await settledStep()
  const { secret, recoveryCodes } = await setUpApp(agency, person.token)
  expect((await person.call(offline.one, { id })).revealBy).toBe('code')
  const ask = (code: string | undefined) => person.call(offline.reveal, { id, field: 'ssn', reason, password, code })
  await expect(ask(undefined)).rejects.toMatchObject({ code: 'second_factor.wrong' })
  const code = shownByApp(secret, 1)
  expect(await ask(code)).toEqual({ value: '900123456' })
  await expect(ask(code)).rejects.toMatchObject({ code: 'second_factor.wrong' })
  expect(await ask(recoveryCodes[0])).toEqual({ value: '900123456' })
  expect((await person.call(ownSecondFactor.status, {})).recoveryCodesLeft).toBe(9)
})

test('P-64 where the installation requires a second factor, only the app reveals a number', async () => {
  const strict = await startTestApp({ secondFactor: 'required' })
  try {
    const { userId } = await strict.person({ roles: ['agent'], claims: ['admin.OfflineApp'] })
    const from = { address: '127.0.0.1', userAgent: 'test', secondFactor: 'email' }
    const token = await strict.services.sessions.begin(strict.db, userId, from)
    const { applicationId: id } = await callAs(strict.app, token, offline.submit, mariaVega({}))
    expect((await callAs(strict.app, token, offline.one, { id })).revealBy).toBe('app needed')
    await expect(
      callAs(strict.app, token, offline.reveal, { id, field: 'ssn', reason, password }),
    ).rejects.toMatchObject({ code: 'reveal.app_needed' })
  } finally {
    await strict.close()
  }
})

test('P-64 P-71 no number without a record; at most twenty per hour, however many are requested concurrently', async () => {
  const id = await submit()
  const person = await manager()
  const ask = () => person.call(offline.reveal, { id, field: 'ssn', reason, password })
  await asOwner(agency, 'alter table audit_events add constraint no_reveals check (action <> $$reveal$$) not valid')
  await expect(ask()).rejects.toMatchObject({ code: 'audit.unavailable' })
  await asOwner(agency, 'alter table audit_events drop constraint no_reveals')
  const { rows } = await sql`select from offline_reveals where user_id = ${person.userId}`.execute(agency.db)
  expect(rows).toHaveLength(0)

  await sql`
    insert into offline_reveals (user_id, application_id, field, reason, at)
    select ${person.userId}, ${id}, 'ssn', 'Before', now() - interval '10 minutes' from generate_series(1, 18)`.execute(
    agency.db,
  )
  const answers = await Promise.allSettled([ask(), ask(), ask(), ask()])
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  for (const answer of answers)
    if (answer.status === 'rejected')
      expect(answer.reason).toMatchObject({
        code: 'reveal.too_many',
        message: expect.stringMatching(/\(try again in (49|50) minutes\)$/),
      })
  agency.setClock(() => new Date(Date.now() + 51 * 60_000))
  expect(await ask()).toEqual({ value: '900123456' })
  agency.setClock(() => new Date())
})

test('P-65 npm run reseal re-encrypts sealed numbers and their hashes with the new secret, and both work with it alone', async () => {
  const ssn = '900-77-0003'
  const id = await submit({ ssn })
  const { fieldSecret } = agency.services.config
  const newest = 'another-secret-for-sealed-fields-0123456789'
  await reseal(agency.ownerUrl, fieldSealer(newest, [fieldSecret]))
  const alone = fieldSealer(newest)
  const { rows } = await sql<{ ssn: Buffer; search: Buffer; card: Buffer }>`
    select ssn_sealed as ssn, ssn_search as search, card_number_sealed as card from offline_applications where id = ${id}`.execute(
    agency.db,
  )
  const [row] = rows
  const column = { table: 'offline_applications', column: 'ssn_sealed' }
  expect(alone.open({ ...column, row: String(id) }, row?.ssn ?? Buffer.alloc(0))).toBe('900770003')
  expect(alone.searchHash(column, '900770003').equals(row?.search ?? Buffer.alloc(0))).toBe(true)
  expect(alone.open({ ...column, column: 'card_number_sealed', row: String(id) }, row?.card ?? Buffer.alloc(0))).toBe(
    '4111111111111111',
  )
  await reseal(agency.ownerUrl, fieldSealer(fieldSecret, [newest]))
})

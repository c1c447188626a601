import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { sweepSignIns } from '../sign-in/sweep-sign-ins.ts'
import {
  confirmRegistration,
  letTimePass,
  logIn,
  makeAccount,
  messagesTo,
  newestMessage,
  send,
  testPassword,
} from '../sign-in/test-sign-in.ts'

let agency: TestApp
let security: Person
beforeAll(async () => {
  agency = await startTestApp({ demo: true, publicUrl: 'https://portal.agency.example', org: 'Sunshine' })
  security = await agency.person({ roles: ['securityadmin'] })
})
afterAll(() => agency.close())

let made = 0
const newEmail = () => `maria-${++made}@mail.test`
const strangersPassword = 'Crooked-Ladle-52'
const register = (email: string, pass = testPassword, more: object = {}, token?: string) =>
  send(
    agency,
    '/identity/register',
    { user: email, email, pass, pass_confirm: pass, ...more },
    { address: `203.0.113.${made % 250}`, ...(token ? { token } : {}) },
  )
const usersNamed = async (email: string) =>
  await agency.db
    .selectFrom('users')
    .selectAll()
    .where((where) => where(where.fn<string>('lower', ['user_name']), '=', email.toLowerCase()))
    .execute()
const contactsOf = async (email: string) =>
  await agency.db.selectFrom('contact_emails').select('contact_id').where('email', '=', email).execute()

test('AUTH-37 P-12 a visitor becomes a consumer with a contact record once the mailed link is opened, and can then sign in', async () => {
  const email = newEmail()
  expect(await register(email)).toMatchObject({ status: 200, body: { id: null } })
  expect([await usersNamed(email), await contactsOf(email)]).toEqual([[], []])
  expect(await logIn(agency, email)).toMatchObject({ status: 401, body: { code: 'sign_in.unconfirmed' } })
  const letter = await newestMessage(agency, email)
  expect(letter).toMatchObject({ kind: 'confirm-registration', code: expect.stringMatching(/^[\w-]{32}$/) })
  expect(letter.text).toContain('https://portal.agency.example/login/confirm/')
  expect(await confirmRegistration(agency, email)).toMatchObject({ status: 200, body: { user: email } })
  const [user] = await usersNamed(email)
  expect(user).toMatchObject({
    user_name: email,
    email,
    roles: ['consumer'],
    claims: [],
    type_id: 4,
    org: 'Sunshine',
    has_full_agent_access: false,
    temporary_until: null,
    contact_id: expect.any(Number),
    address_unproven: false,
  })
  const { body } = await logIn(agency, email.toUpperCase())
  expect((await send(agency, '/api/CurrentUser', null, { token: String(body.token) })).body).toMatchObject({
    roles: ['consumer'],
    emailaddress: email,
  })
})

test('P-12 the link works once, for 24 hours, and only with the password of the registration', async () => {
  const email = newEmail()
  await register(email)
  const { code } = await newestMessage(agency, email)
  expect(await send(agency, '/identity/confirm', { code, pass: strangersPassword })).toMatchObject({
    status: 400,
    body: { code: 'registration.password_wrong' },
  })
  expect(await usersNamed(email)).toEqual([])
  await letTimePass(agency, 24 * 3600 - 30)
  expect((await send(agency, '/identity/confirm', { code, pass: testPassword })).status).toBe(200)
  expect(await send(agency, '/identity/confirm', { code, pass: testPassword })).toMatchObject({
    status: 400,
    body: { code: 'registration.code_invalid' },
  })
  const late = newEmail()
  await register(late)
  await letTimePass(agency, 24 * 3600 + 1)
  expect(await confirmRegistration(agency, late)).toMatchObject({ body: { code: 'registration.code_invalid' } })
  expect((await logIn(agency, late)).body).toMatchObject({ code: 'sign_in.refused' })
  await sweepSignIns(agency.db)
  expect(await agency.db.selectFrom('registrations').select('id').where('email', '=', late).execute()).toEqual([])
})

test("P-12 a stranger's registration blocks neither the owner of the address nor the security administrator", async () => {
  const email = newEmail()
  await register(email, strangersPassword)
  const strangersLink = await newestMessage(agency, email)
  await register(email.toUpperCase())
  expect((await confirmRegistration(agency, email.toUpperCase())).status).toBe(200)
  expect((await logIn(agency, email)).body).toHaveProperty('token')
  // Opening the stranger's link now gives the stranger no access.
  expect((await send(agency, '/identity/confirm', { code: strangersLink.code, pass: strangersPassword })).status).toBe(
    400,
  )
  expect((await logIn(agency, email, strangersPassword)).status).toBe(401)

  const other = newEmail()
  await register(other, strangersPassword)
  const strangers = await newestMessage(agency, other)
  expect(await register(other, testPassword, { roles: ['agent'] }, security.token)).toMatchObject({
    status: 200,
    body: { id: expect.any(Number) },
  })
  const { code } = strangers
  expect(await send(agency, '/identity/confirm', { code, pass: strangersPassword })).toMatchObject({
    status: 400,
    body: { code: 'user.name_taken' },
  })
})

test('P-12 a visitor cannot take a user name that is the email address of someone else', async () => {
  const [own, others] = [newEmail(), newEmail()]
  expect(await register(own, testPassword, { user: others })).toMatchObject({
    status: 400,
    body: { details: [{ path: 'user' }] },
  })
  expect((await register(own, testPassword, { user: own.toUpperCase() })).status).toBe(200)
  expect((await register(own, testPassword, { user: `maria ${made}` })).status).toBe(200)
})

test('P-05 AUTH-37 the response does not reveal whether an address is taken; its owner gets an email, and nothing changes', async () => {
  const [known, unknown] = [newEmail(), newEmail()]
  const account = await makeAccount(agency, known, { email: known })
  const answers = [await register(known, strangersPassword), await register(unknown, strangersPassword)]
  expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body])))).toEqual(
    new Set([JSON.stringify([200, { id: null }])]),
  )
  const letter = await newestMessage(agency, known)
  expect(letter).toMatchObject({ kind: 'registration-known', code: '' })
  expect(letter.text).toContain('/login/forgot')
  expect(await messagesTo(agency, account.id)).toEqual([])
  expect((await logIn(agency, known)).body).toHaveProperty('token')
  expect((await logIn(agency, known, strangersPassword)).body).toMatchObject({ code: 'sign_in.refused' })
})

test('P-12 a public account from before addresses were confirmed loses its user name to the person who proves the address', async () => {
  const legacy = async (email: string, change: object = {}) => {
    const { id } = await makeAccount(agency, email, { email, roles: ['consumer'] })
    await agency.db
      .updateTable('users')
      .set({ address_unproven: true, ...change })
      .where('id', '=', id)
      .execute()
    return id
  }
  const [taken, registered, proven, used] = [newEmail(), newEmail(), newEmail(), newEmail()]
  const old = await legacy(taken)
  const { body } = await logIn(agency, taken)
  await register(taken, 'Another-Kettle-42')
  expect((await confirmRegistration(agency, taken, 'Another-Kettle-42')).status).toBe(200)
  expect((await send(agency, '/api/CurrentUser', null, { token: String(body.token) })).status).toBe(401)
  const { rows } = await sql<{ user_name: string; enabled: boolean }>`
    select user_name, enabled from users where id = ${old}`.execute(agency.db)
  expect(rows).toEqual([{ user_name: `unconfirmed-${old}`, enabled: false }])

  await legacy(registered)
  expect((await register(registered, testPassword, { roles: ['agent'] }, security.token)).status).toBe(200)

  await legacy(proven, { address_unproven: false })
  await legacy(used, { application_id: '4711' })
  for (const email of [proven, used])
    expect((await register(email, testPassword, { roles: ['agent'] }, security.token)).body).toMatchObject({
      code: 'user.name_taken',
    })
})

test('P-12 public registration fails immediately when the installation cannot send email', async () => {
  const silent = await startTestApp()
  try {
    const body = { user: 'new@mail.test', email: 'new@mail.test', pass: testPassword, pass_confirm: testPassword }
    expect(await send(silent, '/identity/register', body)).toMatchObject({
      status: 409,
      body: { code: 'registration.no_mail' },
    })
  } finally {
    await silent.close()
  }
})

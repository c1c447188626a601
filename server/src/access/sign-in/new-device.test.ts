import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { type Account, logIn, makeAccount, messagesTo, send, testPassword } from './test-sign-in.ts'

const agents = {
  windows: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36',
  newerWindows: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/141.0.0.0 Safari/537.36',
  mac: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36',
}

let agency: TestApp
beforeAll(async () => {
  agency = await startTestApp({ demo: true, publicUrl: 'https://portal.agency.example' })
})
afterAll(() => agency.close())

let made = 0
const newUser = () => makeAccount(agency, `device-${++made}@agency.test`)

/** Logs in and returns the cookie; the session is live, so that the next login asks about it. */
async function signInOn(
  { user }: Account,
  system: keyof typeof agents,
  { cookie, address }: { cookie?: string; address?: string } = {},
): Promise<string> {
  const headers = { 'user-agent': agents[system], ...(cookie ? { cookie } : {}) }
  const answer = await logIn(agency, user, testPassword, { headers, ...(address ? { address } : {}) })
  expect(answer.status).toBe(200)
  return answer.cookie
}

const mailsTo = async ({ id }: Account) => (await messagesTo(agency, id)).filter(({ kind }) => kind === 'new-device')

test('the first sign-in of a user is not mailed, one on another device is, with device, time and what to do', async () => {
  const user = await newUser()
  const cookie = await signInOn(user, 'windows')
  expect(await mailsTo(user)).toEqual([])
  await signInOn(user, 'mac')
  const [mail, ...more] = await mailsTo(user)
  expect([mail?.to, more]).toEqual([user.email, []])
  expect(mail?.text).toMatch(/: Chrome on Mac, on \w{3} \d+, \d+:\d\d [AP]M E[SD]T\./)
  expect(mail?.text).toContain('If it was not you, set a new password here')
  expect(mail?.text).toContain('https://portal.agency.example/login/forgot')
  await signInOn(user, 'newerWindows', { cookie })
  expect(await mailsTo(user)).toHaveLength(1)
})

test('the mail names the device to a reader of Spanish without a word of English', async () => {
  const user = await newUser()
  await agency.db.updateTable('users').set({ language: 'es' }).where('id', '=', user.id).execute()
  await signInOn(user, 'windows')
  await signInOn(user, 'mac')
  const [mail] = await mailsTo(user)
  expect(mail?.text).toContain('que no se había usado antes: Chrome en Mac, ')
})

test('another browser with a copied cookie, and a browser of the same kind without one, are new devices', async () => {
  const user = await newUser()
  const cookie = await signInOn(user, 'windows')
  await signInOn(user, 'mac', { cookie })
  expect(await mailsTo(user)).toHaveLength(1)
  await signInOn(user, 'windows')
  expect(await mailsTo(user)).toHaveLength(2)
})

test("another user's cookie makes no device known", async () => {
  const [user, other] = [await newUser(), await newUser()]
  await signInOn(user, 'windows')
  await signInOn(user, 'windows', { cookie: await signInOn(other, 'windows') })
  expect(await mailsTo(user)).toHaveLength(1)
})

test('a program without cookies is mailed once a day for each address', async () => {
  const user = await newUser()
  await signInOn(user, 'windows')
  for (const address of ['198.51.100.1', '198.51.100.1', '198.51.100.2']) await signInOn(user, 'mac', { address })
  expect(await mailsTo(user)).toHaveLength(2)
  await sql`update known_devices set last_seen_at = now() - interval '25 hours'`.execute(agency.db)
  await signInOn(user, 'mac', { address: '198.51.100.1' })
  expect(await mailsTo(user)).toHaveLength(3)
})

test('the mail is in the language of the user', async () => {
  const user = await newUser()
  await sql`update users set language = 'es' where id = ${user.id}`.execute(agency.db)
  await signInOn(user, 'windows')
  await signInOn(user, 'mac')
  expect((await mailsTo(user))[0]?.text).toMatch(/Si no fue usted, elija aquí una contraseña nueva/)
})

test('a wrong password and a login that waits for its second factor are not mailed', async () => {
  const user = await newUser()
  await signInOn(user, 'windows')
  const headers = { 'user-agent': agents.mac }
  expect((await logIn(agency, user.user, 'wrong', { headers })).status).toBe(401)
  await sql`update users set codes_by = '{email}' where id = ${user.id}`.execute(agency.db)
  const { body } = await logIn(agency, user.user, testPassword, { headers })
  expect(await mailsTo(user)).toEqual([])
  await send(agency, '/identity/2fa/send', { code: body.code, method: 'email' })
  const code = (await messagesTo(agency, user.id)).find(({ kind }) => kind === 'second-factor-code')
  const loginCode = /\b\d{6}\b/.exec(code?.text ?? '')?.[0]
  expect((await send(agency, '/identity/2fa/validate', { code: body.code, loginCode }, { headers })).status).toBe(200)
  expect(await mailsTo(user)).toHaveLength(1)
})

test('NEW_DEVICE_MAIL=off mails nothing', async () => {
  const quiet = await startTestApp({ demo: true, newDeviceMail: false })
  const user = await makeAccount(quiet, 'quiet@agency.test')
  for (const system of ['windows', 'mac'] as const)
    await logIn(quiet, user.user, testPassword, { headers: { 'user-agent': agents[system] } })
  expect((await messagesTo(quiet, user.id)).map(({ kind }) => kind)).toEqual([])
  await quiet.close()
})

import { invitations } from '@coverdesk/domain/access/invitation-contract.ts'
import { passwords } from '@coverdesk/domain/access/password-contract.ts'
import { userAccess } from '@coverdesk/domain/users/user-access-contract.ts'
import { users } from '@coverdesk/domain/users/user-contract.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callAs, type Person, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { changeUser } from '../../users/test-user-edits.ts'
import { beginAttempt } from '../sign-in/sign-in-attempts.ts'
import { letTimePass, logIn, messagesTo, resetCode, send } from '../sign-in/test-sign-in.ts'

let agency: TestApp
let admin: Person
beforeAll(async () => {
  agency = await startTestApp({ demo: true })
  admin = await agency.person({ roles: ['securityadmin'] })
})
afterAll(() => agency.close())

const own = 'Basalt*Farn+9x'
let made = 0
/** Registers a user with an invitation. */
async function invited(more: { language?: 'es' } = {}) {
  const user = `invited-${++made}@agency.test`
  const person = { user, email: user, firstName: 'Ida', lastName: 'Moor' }
  const { id } = await admin.call(passwords.register, { ...person, invite: true, roles: ['agent'], ...more })
  if (id === null) throw new Error('not registered')
  return { id, user, code: await codeOf(id) }
}

/** Code of the link in the newest invitation of a user. */
async function codeOf(id: number): Promise<string> {
  const letter = (await messagesTo(agency, id)).filter(({ kind }) => kind === 'invitation').at(-1)
  return /\/login\/invitation\/([\w-]+)/.exec(letter?.text ?? '')?.[1] ?? ''
}

const open = (code: string) => callAs(agency.app, null, invitations.read, { code })
const accept = (code: string, pass = own) =>
  callAs(agency.app, null, invitations.accept, { code, pass, pass_confirm: pass })
const invalid = { code: 'invitation.invalid', status: 400 }
const invitationOf = async (id: number) => (await admin.call(userAccess.one, { id })).invitation

describe('invitations', () => {
  test('P-12 a registered user gets a link and no password; the link sets the first password once and logs in', async () => {
    const { id, user, code } = await invited()
    expect((await messagesTo(agency, id)).map(({ kind }) => kind)).toEqual(['invitation'])
    expect((await logIn(agency, user, '')).status).toBe(400)
    expect((await logIn(agency, user, own)).status).toBe(401)
    expect(await invitationOf(id)).toMatchObject({ state: 'sent' })
    expect(await open(code)).toEqual({ userName: user, name: 'Ida Moor' })
    expect(await open(code)).toMatchObject({ userName: user })
    expect(await accept(code)).toEqual({ token: expect.any(String) })
    await expect(accept(code, 'Granit*Moos+8y')).rejects.toMatchObject(invalid)
    await expect(open(code)).rejects.toMatchObject(invalid)
    expect((await logIn(agency, user, own)).status).toBe(200)
    expect(await invitationOf(id)).toBe(null)
    expect((await admin.call(users.list, { login: user })).data[0]).toMatchObject({ invitation: null })
  })

  test('P-06 only the hash of the code is stored, and the mail in the outbox is sealed', async () => {
    const { id, code } = await invited()
    const { rows } = await sql<{ stored: string; letter: string }>`
      select encode(i.code_hash, 'hex') as stored, encode(o.content_sealed, 'escape') as letter
      from user_invitations i join outbox o on o.user_id = i.user_id where i.user_id = ${id}`.execute(agency.db)
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(code)
    expect(rows[0]?.stored).toMatch(/^[\da-f]{64}$/)
  })

  test('the mail is in the language of the user', async () => {
    const { id, user } = await invited({ language: 'es' })
    const [letter] = await messagesTo(agency, id)
    expect(letter?.text).toContain('en las próximas 72 horas')
    expect(letter?.text).toContain(user)
  })

  test('a link ends after 72 hours', async () => {
    const { id, code } = await invited()
    await sql`update user_invitations set expires_at = expires_at - interval '71 hours 59 minutes' where user_id = ${id}`.execute(
      agency.db,
    )
    expect(await open(code)).toMatchObject({ name: 'Ida Moor' })
    await sql`update user_invitations set expires_at = expires_at - interval '1 minute' where user_id = ${id}`.execute(
      agency.db,
    )
    await expect(accept(code)).rejects.toMatchObject(invalid)
    expect(await invitationOf(id)).toMatchObject({ state: 'expired' })
  })

  test('sent again, only the newest link works; revoked, none does until it is sent again', async () => {
    const { id, code: first } = await invited()
    await admin.call(invitations.send, { id })
    const second = await codeOf(id)
    await expect(open(first)).rejects.toMatchObject(invalid)
    await admin.call(invitations.revoke, { id })
    expect(await invitationOf(id)).toMatchObject({ state: 'revoked' })
    await expect(accept(second)).rejects.toMatchObject(invalid)
    await expect(admin.call(invitations.revoke, { id })).rejects.toMatchObject({ code: 'invitation.none' })
    await admin.call(invitations.send, { id })
    expect(await accept(await codeOf(id))).toEqual({ token: expect.any(String) })
    const admins = (await admin.call(users.one, { id: admin.userId })).name
    expect((await admin.call(userAccess.history, { id })).map(({ sentences }) => sentences[0])).toEqual([
      'Ida Moor accepted the invitation and set a password.',
      `${admins} sent an invitation to Ida Moor.`,
      `${admins} revoked the invitation of Ida Moor.`,
      `${admins} sent an invitation to Ida Moor.`,
      `${admins} registered Ida Moor and sent an invitation.`,
    ])
  })

  test('P-12 a corrected email address ends the link that went to the wrong one; sent again, it goes to the right one', async () => {
    const { id, code } = await invited()
    const email = `right-${id}@agency.test`
    expect(await changeUser(admin, id, { email })).toMatchObject({ email, invitationRevoked: true })
    await expect(open(code)).rejects.toMatchObject(invalid)
    expect(await invitationOf(id)).toMatchObject({ state: 'revoked' })
    await admin.call(invitations.send, { id })
    expect((await messagesTo(agency, id)).at(-1)).toMatchObject({ kind: 'invitation', to: email })
    expect(await accept(await codeOf(id))).toEqual({ token: expect.any(String) })
  })

  test('a rejected password keeps the link, and passwords that differ are refused at the field', async () => {
    const { code } = await invited()
    await expect(accept(code, 'short')).rejects.toMatchObject({ code: 'password.refused' })
    await expect(
      callAs(agency.app, null, invitations.accept, { code, pass: own, pass_confirm: `${own}!` }),
    ).rejects.toMatchObject({ details: [{ path: 'pass_confirm', message: 'Passwords must match' }] })
    expect(await accept(code)).toEqual({ token: expect.any(String) })
  })

  test('a disabled user cannot accept, and cannot be invited', async () => {
    const { id, code } = await invited()
    await agency.db.updateTable('users').set({ enabled: false }).where('id', '=', id).execute()
    await expect(accept(code)).rejects.toMatchObject(invalid)
    await expect(admin.call(invitations.send, { id })).rejects.toMatchObject({ code: 'invitation.disabled' })
  })

  test('an invitation replaces a temporary password; a user with a password of their own is refused', async () => {
    const user = `temporary-${++made}@agency.test`
    const pass = 'Unheard-Of-Phrase1'
    const { id } = await admin.call(passwords.register, {
      user,
      email: user,
      pass,
      pass_confirm: pass,
      roles: ['agent'],
    })
    await admin.call(invitations.send, { id: id ?? 0 })
    expect((await logIn(agency, user, pass)).status).toBe(401)
    await accept(await codeOf(id ?? 0))
    await expect(admin.call(invitations.send, { id: id ?? 0 })).rejects.toMatchObject({
      code: 'invitation.has_password',
    })
  })

  test('a password set in another way ends the invitation', async () => {
    const { id, user, code } = await invited()
    await admin.call(passwords.resetByAdmin, { id, pass: own, pass_confirm: own })
    await expect(accept(code)).rejects.toMatchObject(invalid)
    const { code: reset = '' } = (await logIn(agency, user, own)).body
    const pass = 'Granit*Moos+8y'
    expect((await send(agency, '/identity/reset', { user, pass, pass_confirm: pass, code: reset })).status).toBe(200)
  })

  test("P-12 'Forgot password?' lets no one in past an invitation, and answers as for a user who does not exist", async () => {
    await letTimePass(agency, 3600)
    const unknown = await send(agency, '/identity/forgot', { user: 'no-one@agency.test' })
    const ends = {
      open: async () => undefined,
      revoked: (id: number) => admin.call(invitations.revoke, { id }),
      expired: (id: number) =>
        sql`update user_invitations set expires_at = now() where user_id = ${id}`.execute(agency.db),
    }
    for (const [name, end] of Object.entries(ends)) {
      const { id, user } = await invited()
      await end(id)
      const { status, body } = await send(agency, '/identity/forgot', { user })
      expect({ status, body }, name).toEqual({ status: unknown.status, body: unknown.body })
      expect((await messagesTo(agency, id)).map(({ kind }) => kind)).toEqual(['invitation'])
    }
  })

  test('P-12 a reset link from before an invitation sets no password', async () => {
    const { id, user } = await invited()
    const code = await beginAttempt(agency.db, {
      userId: id,
      purpose: 'reset',
      minutes: 30,
      address: '192.0.2.1',
      userAgent: null,
    })
    expect((await send(agency, '/identity/reset', { user, pass: own, pass_confirm: own, code })).status).toBe(400)
    expect((await logIn(agency, user, own)).status).toBe(401)
  })

  test('a user who has set a password gets the link of a reset', async () => {
    const { id, user, code } = await invited()
    await accept(code)
    await letTimePass(agency, 3600)
    const reset = await resetCode(agency, { id, user, email: user })
    const pass = 'Granit*Moos+8y'
    expect((await send(agency, '/identity/reset', { user, pass, pass_confirm: pass, code: reset })).status).toBe(200)
    expect((await logIn(agency, user, pass)).status).toBe(200)
  })

  test('ACCESS-36 only the security administrator invites and revokes; a registration by the public invites no one', async () => {
    const { id } = await invited()
    const other = await agency.person({ roles: ['administrator', 'agent'] })
    await expect(other.call(invitations.send, { id })).rejects.toMatchObject({ status: 403 })
    await expect(other.call(invitations.revoke, { id })).rejects.toMatchObject({ status: 403 })
    const user = `public-${++made}@example.com`
    expect((await send(agency, '/identity/register', { user, email: user, invite: true })).status).toBe(403)
    expect((await send(agency, '/identity/register', { user, email: user })).body.details).toContainEqual({
      path: 'pass',
      message: 'Password is required',
    })
  })

  test('P-81 guessing codes is limited by address', async () => {
    const address = '198.51.100.77'
    const guess = (n: number) => send(agency, '/identity/invitation', { code: `guess-${n}` }, { address })
    for (let n = 0; n < 50; n++) expect((await guess(n)).status).toBe(400)
    expect((await guess(50)).status).toBe(429)
  })
})

describe('invitations where second factors are required', () => {
  test('P-09 the link logs no one in without the second factor of the role', async () => {
    const strict = await startTestApp({ demo: true, secondFactor: 'required' })
    try {
      const security = await strict.person({ roles: ['securityadmin', 'agent'] })
      await sql`insert into user_authenticators (user_id, secret_sealed, confirmed_at) values (${security.userId}, '\\x00', now())`.execute(
        strict.db,
      )
      const answerFor = async (roles: ('agent' | 'administrator')[]) => {
        const user = `strict-${roles.length}@agency.test`
        const { id } = await security.call(passwords.register, { user, email: user, invite: true, roles })
        const letter = (await messagesTo(strict, id ?? 0)).find(({ kind }) => kind === 'invitation')
        const code = /\/login\/invitation\/([\w-]+)/.exec(letter?.text ?? '')?.[1] ?? ''
        return await callAs(strict.app, null, invitations.accept, { code, pass: own, pass_confirm: own })
      }
      expect(await answerFor(['agent'])).toMatchObject({ twoFactorRequired: true, methods: ['email'] })
      expect(await answerFor(['agent', 'administrator'])).toMatchObject({ twoFactorRequired: true, methods: ['email'] })
    } finally {
      await strict.close()
    }
  })
})

describe('an installation without mail', () => {
  test('refuses invitations with a sentence, and says so in its configuration', async () => {
    const silent = await startTestApp()
    try {
      const security = await silent.person({ roles: ['securityadmin'] })
      const user = 'silent@agency.test'
      await expect(security.call(passwords.register, { user, email: user, invite: true })).rejects.toMatchObject({
        code: 'invitation.no_mail',
      })
      expect((await send(silent, '/api/Configuration', null)).body.sendsEmail).toBe(false)
    } finally {
      await silent.close()
    }
  })
})

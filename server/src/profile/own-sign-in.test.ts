import { access } from '@coverdesk/domain/access/access-contract.ts'
import { type OwnSignIn, ownSignIn } from '@coverdesk/domain/profile/own-sign-in-contract.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { letTimePass, newestMessage } from '../access/sign-in/test-sign-in.ts'
import { hashPassword } from '../platform/auth/password-hash.ts'
import { callAs, type Person, startTestApp, type TestApp } from '../testing/test-app.ts'

let agency: TestApp
const pass = 'Coverdesk-Demo1'
const next = 'Quite-Another-2'
beforeAll(async () => {
  agency = await startTestApp({ demo: true })
})
afterAll(() => agency.close())

/** A user who can log in, with a second session. */
async function owner(more: { phone?: string; codes_by?: string[] } = {}) {
  const person = await agency.person({ roles: ['agent'] })
  const user = await agency.db
    .updateTable('users')
    .set({ password_hash: await hashPassword(pass), email: `old-${person.userId}@agency.test`, ...more })
    .where('id', '=', person.userId)
    .returning(['user_name', 'email'])
    .executeTakeFirstOrThrow()
  const elsewhere = await agency.services.sessions.begin(agency.db, person.userId, { address: '::1', userAgent: null })
  return { ...person, userName: user.user_name, email: user.email, elsewhere }
}
type Owner = Awaited<ReturnType<typeof owner>>

const alive = (token: string) =>
  callAs(agency.app, token, access.currentUser, {}).then(
    () => true,
    () => false,
  )
const login = (person: Owner, password: string) =>
  callAs(agency.app, null, access.login, { user: person.userName, pass: password })
const mailsTo = async (userId: number) =>
  await agency.db
    .selectFrom('outbox')
    .select(['kind', 'recipient', 'language'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('recipient')
    .execute()
const read = ({ call }: Person) => call(ownSignIn.read, {})
const fieldsOf = ({ email, phone, language, version }: OwnSignIn) => ({ email, phone, language, version })
const codeTo = async (email: string) => /\b\d{6}\b/.exec((await newestMessage(agency, email)).text)?.[0] ?? ''

describe('own password', () => {
  test('P-13 a change with the current password ends the other sessions and notifies the owner', async () => {
    const person = await owner()
    await person.call(ownSignIn.changePassword, { current: pass, pass: next, pass_confirm: next })
    expect([await alive(person.token), await alive(person.elsewhere)]).toEqual([true, false])
    await expect(login(person, pass)).rejects.toMatchObject({ code: 'sign_in.refused' })
    expect(await login(person, next)).toHaveProperty('token')
    expect(await mailsTo(person.userId)).toEqual([
      { kind: 'password-changed', recipient: person.email, language: 'en' },
    ])
  })

  test('AUTH-33 AUTH-34 a wrong current password, one that breaks the rules, and two that differ are refused and change nothing', async () => {
    const person = await owner()
    const change = (current: string, fresh: string, again = fresh) =>
      person.call(ownSignIn.changePassword, { current, pass: fresh, pass_confirm: again })
    await expect(change('Wrong-Password-1', next)).rejects.toMatchObject({ code: 'password.wrong', status: 400 })
    await expect(change(pass, 'short')).rejects.toMatchObject({
      code: 'password.refused',
      message: 'At least 1 lowercase, 1 Uppercase, and 1 special, min 12, max 20',
    })
    await expect(change(pass, next, `${next}x`)).rejects.toMatchObject({
      details: [{ path: 'pass_confirm', message: 'Passwords must match' }],
    })
    await expect(change('', next)).rejects.toMatchObject({ code: 'request.invalid' })
    expect(await alive(person.elsewhere)).toBe(true)
    expect(await login(person, pass)).toHaveProperty('token')
  })

  test('P-04 guesses of the current password are throttled like sign-ins', async () => {
    const person = await owner()
    const guess = (n: number) =>
      person
        .call(ownSignIn.changePassword, { current: `Wrong-Password-${n}`, pass: next, pass_confirm: next })
        .catch((error) => error.code)
    const codes: unknown[] = []
    for (let n = 0; n < 12; n++) codes.push(await guess(n))
    expect(codes.slice(0, 10)).toEqual(Array(10).fill('password.wrong'))
    expect(codes.slice(10)).toEqual(['sign_in.throttled', 'sign_in.throttled'])
    await expect(
      person.call(ownSignIn.changePassword, { current: pass, pass: next, pass_confirm: next }),
    ).rejects.toMatchObject({ status: 429 })
  })
})

describe('address for codes and messages', () => {
  test('P-12 P-13 a new email needs the current password and the code sent to it; then the other sessions end, and both addresses are notified', async () => {
    const person = await owner()
    const own = await read(person)
    expect(own).toMatchObject({
      userName: person.userName,
      email: person.email,
      phone: null,
      language: 'en',
      pendingEmail: null,
      pendingPhone: null,
    })
    const fields = fieldsOf(own)
    await expect(person.call(ownSignIn.save, { ...fields, email: 'new@agency.test' })).rejects.toMatchObject({
      details: [{ path: 'current', message: 'Current password is required' }],
    })
    await expect(
      person.call(ownSignIn.save, { ...fields, email: 'new@agency.test', current: 'Wrong-Password-1' }),
    ).rejects.toMatchObject({ code: 'password.wrong' })
    expect(await read(person)).toEqual(own)

    const response = await person.call(ownSignIn.save, { ...fields, email: 'new@agency.test', current: pass })
    expect(response).toEqual({ ...own, pendingEmail: 'new@agency.test', version: own.version + 1 })
    expect((await person.call(access.currentUser, {})).emailaddress).toBe(person.email)
    expect(await alive(person.elsewhere)).toBe(true)
    expect(await mailsTo(person.userId)).toEqual([
      { kind: 'confirm-email', recipient: 'new@agency.test', language: 'en' },
    ])

    const saved = await person.call(ownSignIn.confirmEmail, { code: await codeTo('new@agency.test') })
    expect(saved).toEqual({ ...own, email: 'new@agency.test', version: own.version + 2 })
    expect([await alive(person.token), await alive(person.elsewhere)]).toEqual([true, false])
    expect((await mailsTo(person.userId)).slice(1)).toEqual([
      { kind: 'email-changed', recipient: 'new@agency.test', language: 'en' },
      { kind: 'email-changed', recipient: person.email, language: 'en' },
    ])
  })

  test('P-06 P-07 the code of a new email works once, for its own user and newest address, 30 minutes, with five guesses', async () => {
    const [person, other] = [await owner(), await owner()]
    const change = async (email: string) => {
      await person.call(ownSignIn.save, { ...fieldsOf(await read(person)), email, current: pass })
      return await codeTo(email)
    }
    const first = await change(`first-${person.userId}@agency.test`)
    await expect(other.call(ownSignIn.confirmEmail, { code: first })).rejects.toMatchObject({
      code: 'email_change.ended',
    })
    const second = await change(`second-${person.userId}@agency.test`)
    const wrong = second === '000000' ? '000001' : '000000'
    for (let guess = 0; guess < 5; guess++)
      await expect(person.call(ownSignIn.confirmEmail, { code: wrong })).rejects.toMatchObject({
        code: 'email_change.code_wrong',
      })
    await expect(person.call(ownSignIn.confirmEmail, { code: second })).rejects.toMatchObject({
      code: 'email_change.ended',
    })
    expect((await read(person)).pendingEmail).toBeNull()
    const third = await change(`third-${person.userId}@agency.test`)
    await letTimePass(agency, 30 * 60 + 1)
    await expect(person.call(ownSignIn.confirmEmail, { code: third })).rejects.toMatchObject({
      code: 'email_change.ended',
    })
    const fourth = await change(`fourth-${person.userId}@agency.test`)
    const both = await Promise.allSettled([1, 2].map(() => person.call(ownSignIn.confirmEmail, { code: fourth })))
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect((await read(person)).email).toBe(`fourth-${person.userId}@agency.test`)
  })

  test('AUTH-41 the current user shows the email address for messages, whatever the user name is', async () => {
    const person = await owner()
    expect((await person.call(access.currentUser, {})).emailaddress).toBe(person.email)
    expect(person.email).not.toBe(person.userName)
  })

  test('P-12 P-13 a new number for codes waits for the code that is texted to it; then the other sessions end, and the owner is notified', async () => {
    const person = await owner({ phone: '3055550142', codes_by: ['sms'] })
    const own = await read(person)
    const phone = '(305) 555-0177'
    await expect(person.call(ownSignIn.save, { ...fieldsOf(own), phone })).rejects.toMatchObject({
      details: [{ path: 'current', message: 'Current password is required' }],
    })
    const waiting = await person.call(ownSignIn.save, { ...fieldsOf(own), phone, current: pass })
    expect(waiting).toEqual({ ...own, pendingPhone: '3055550177', version: own.version + 1 })
    expect(await alive(person.elsewhere)).toBe(true)
    expect(await mailsTo(person.userId)).toEqual([{ kind: 'confirm-phone', recipient: '3055550177', language: 'en' }])
    const code = await codeTo('3055550177')
    const wrong = code === '000000' ? '000001' : '000000'
    await expect(person.call(ownSignIn.confirmPhone, { code: wrong })).rejects.toMatchObject({
      code: 'phone_change.code_wrong',
    })
    const saved = await person.call(ownSignIn.confirmPhone, { code })
    expect(saved).toEqual({ ...own, phone: '3055550177', version: own.version + 2 })
    expect([await alive(person.token), await alive(person.elsewhere)]).toEqual([true, false])
    expect((await mailsTo(person.userId)).slice(1)).toEqual([
      { kind: 'second-factor-changed', recipient: person.email, language: 'en' },
    ])
    await expect(person.call(ownSignIn.confirmPhone, { code })).rejects.toMatchObject({ code: 'phone_change.ended' })
  })

  test('a mistyped number takes no codes: login texts them to the one that was confirmed', async () => {
    const person = await owner({ phone: '3055550142', codes_by: ['sms'] })
    await person.call(ownSignIn.save, { ...fieldsOf(await read(person)), phone: '3055550199', current: pass })
    await person.call(ownSignIn.save, { ...fieldsOf(await read(person)), phone: '3055550198', current: pass })
    expect(await read(person)).toMatchObject({ phone: '3055550142', pendingPhone: '3055550198' })
    const first = await codeTo('3055550199')
    const second = await codeTo('3055550198')
    if (first !== second)
      await expect(person.call(ownSignIn.confirmPhone, { code: first })).rejects.toMatchObject({
        code: 'phone_change.code_wrong',
      })
    await letTimePass(agency, 30 * 60 + 1)
    await expect(person.call(ownSignIn.confirmPhone, { code: second })).rejects.toMatchObject({
      code: 'phone_change.ended',
    })
    expect(await read(person)).toMatchObject({ phone: '3055550142', pendingPhone: null })
  })

  test('P-13 a number that is taken away ends the other sessions at once; a change of language needs no password and ends nothing', async () => {
    const person = await owner({ phone: '3055550142' })
    const fields = fieldsOf(await read(person))
    const spanish = await person.call(ownSignIn.save, { ...fields, language: 'es' })
    expect(spanish.language).toBe('es')
    expect(await alive(person.elsewhere)).toBe(true)
    expect(await mailsTo(person.userId)).toEqual([])
    const now = fieldsOf(spanish)
    await expect(person.call(ownSignIn.save, { ...now, phone: '' })).rejects.toMatchObject({ status: 400 })
    const saved = await person.call(ownSignIn.save, { ...now, phone: '', current: pass })
    expect(saved.phone).toBeNull()
    expect(await alive(person.elsewhere)).toBe(false)
    expect(await mailsTo(person.userId)).toEqual([
      { kind: 'second-factor-changed', recipient: person.email, language: 'es' },
    ])
  })

  test('a number that codes are sent to cannot be removed, because its owner could not sign in', async () => {
    const person = await owner({ phone: '3055550142', codes_by: ['sms'] })
    const fields = fieldsOf(await read(person))
    await expect(person.call(ownSignIn.save, { ...fields, phone: '', current: pass })).rejects.toMatchObject({
      details: [{ path: 'phone' }],
    })
    expect((await read(person)).phone).toBe('3055550142')
    expect(await alive(person.elsewhere)).toBe(true)
  })

  test('P-33 P-74 invalid input, unknown properties and an older version are refused', async () => {
    const person = await owner()
    const { userName: _, pendingEmail: __, pendingPhone: ___, ...fields } = await read(person)
    for (const wrong of [
      { email: '' },
      { email: 'nonsense' },
      { email: 'a@b.test\r\nBcc: c@d.test' },
      { email: `${'e'.repeat(60)}@agency.test` },
      { phone: '123' },
      { language: 'fr' },
      { userName: 'someone-else@agency.test' },
      { roles: ['administrator'] },
      { id: 1 },
    ]) {
      const answer = await agency.app.inject({
        method: 'PUT',
        url: '/api/user/sign-in',
        headers: { authorization: `Bearer ${person.token}` },
        payload: { ...fields, ...wrong, current: pass },
      })
      expect(answer.statusCode, JSON.stringify(wrong)).toBe(400)
    }
    await person.call(ownSignIn.save, { ...fields, language: 'es' })
    await expect(person.call(ownSignIn.save, { ...fields, language: 'en' })).rejects.toMatchObject({ status: 409 })
  })

  test('a change is recorded by its field names, without values', async () => {
    const person = await owner()
    const fields = fieldsOf(await read(person))
    await person.call(ownSignIn.save, { ...fields, email: 'told@agency.test', language: 'es', current: pass })
    const events = await agency.db
      .selectFrom('audit_events')
      .selectAll()
      .where('entity', '=', 'user')
      .where('entity_id', '=', String(person.userId))
      .where('action', '=', 'update')
      .execute()
    expect(events).toMatchObject([
      { user_id: person.userId, outcome: 'done', facts: { fields: 'language, pendingEmail' } },
    ])
    expect(JSON.stringify(events)).not.toContain('told@agency.test')
  })
})

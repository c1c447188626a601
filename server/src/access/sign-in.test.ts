import { access } from '@coverdesk/domain/access/access-contract.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashPassword } from '../platform/password-hash.ts'
import { type Agency, callAs, openAgency } from '../platform/test-agency.ts'

let agency: Agency
const pass = 'Coverdesk-Demo1'
beforeAll(async () => {
  agency = await openAgency()
})
afterAll(() => agency.close())

async function account(name: string, more: { enabled?: boolean; roles?: string[] } = {}): Promise<number> {
  const row = await agency.db
    .insertInto('users')
    .values({
      user_name: name,
      password_hash: await hashPassword(pass),
      enabled: more.enabled ?? true,
      roles: more.roles ?? ['agent'],
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}
const login = (user: string, password = pass) => callAs(agency.app, null, access.login, { user, pass: password })

describe('signing in', () => {
  test('AUTH-09 AUTH-10 user and password give a token that opens the portal, whatever the case of the name', async () => {
    await account('first@agency.test')
    const answer = await login('First@Agency.test')
    expect(Object.keys(answer)).toEqual(['token'])
    const token = 'token' in answer ? answer.token : ''
    expect((await callAs(agency.app, token, access.currentUser, {})).emailaddress).toBe('first@agency.test')
  })

  test('ACCESS-01 people of each role can sign in', async () => {
    for (const role of ['customer', 'agent', 'administrator', 'securityadmin', 'consumer']) {
      await account(`${role}@agency.test`, { roles: [role] })
      expect(await login(`${role}@agency.test`)).toHaveProperty('token')
    }
  })

  test('AUTH-15 P-05 unknown user and wrong password are told apart neither by words nor by time', async () => {
    await account('second@agency.test')
    const timed = async (user: string) => {
      const begun = performance.now()
      await expect(login(user, 'Wrong-Password-1')).rejects.toMatchObject({
        code: 'sign_in.refused',
        message: 'Invalid user or password',
      })
      return performance.now() - begun
    }
    await timed('warm-up@agency.test')
    const wrong = await Promise.all([timed('second@agency.test'), timed('second@agency.test')])
    const unknown = await Promise.all([timed('nobody-1@agency.test'), timed('nobody-2@agency.test')])
    expect(Math.min(...unknown)).toBeGreaterThan(Math.min(...wrong) * 0.5)
  })

  test('AUTH-15 a disabled user is told so, but only with the right password', async () => {
    await account('disabled@agency.test', { enabled: false })
    await expect(login('disabled@agency.test')).rejects.toMatchObject({
      code: 'sign_in.disabled',
      message: 'User is disabled',
    })
    await expect(login('disabled@agency.test', 'Wrong-Password-1')).rejects.toMatchObject({ code: 'sign_in.refused' })
  })

  test('AUTH-15 ten failures in a quarter of an hour close the account for a while, also for the right password', async () => {
    await account('tenth@agency.test')
    await account('other@agency.test')
    for (let failure = 0; failure < 10; failure++)
      await login('tenth@agency.test', 'Wrong-Password-1').catch(() => undefined)
    await expect(login('TENTH@agency.test')).rejects.toMatchObject({ code: 'sign_in.throttled', status: 429 })
    expect(await login('other@agency.test')).toHaveProperty('token')
  })

  test('P-03 the password is kept as argon2id, and neither it nor its hash is in an answer', async () => {
    await account('third@agency.test')
    const { password_hash } = await agency.db
      .selectFrom('users')
      .select('password_hash')
      .where('user_name', '=', 'third@agency.test')
      .executeTakeFirstOrThrow()
    expect(password_hash).toMatch(/^\$argon2id\$v=19\$m=\d+,t=\d+,p=\d+\$/)
    const answer = await login('third@agency.test')
    const token = 'token' in answer ? answer.token : ''
    const seen = JSON.stringify([
      answer,
      await callAs(agency.app, token, access.currentUser, {}),
      Buffer.from(token.split('.')[1] ?? '', 'base64url').toString(),
    ])
    expect(seen).not.toContain('argon2')
    expect(seen).not.toContain(pass)
  })

  test('every attempt is recorded, without name or password', async () => {
    const id = await account('recorded@agency.test')
    await login('recorded@agency.test', 'Wrong-Password-1').catch(() => undefined)
    await login('recorded@agency.test')
    const events = await agency.db
      .selectFrom('audit_events')
      .selectAll()
      .where('entity', '=', 'user')
      .where('entity_id', '=', String(id))
      .orderBy('id')
      .execute()
    expect(events.map((event) => event.outcome)).toEqual(['refused', 'done'])
    expect(JSON.stringify(events)).not.toContain('Wrong-Password')
  })
})

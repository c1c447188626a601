import { access } from '@coverdesk/domain/access/access-contract.ts'
import { policies } from '@coverdesk/domain/policies/policy-contract.ts'
import { users } from '@coverdesk/domain/users/user-contract.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashPassword } from '../platform/auth/password-hash.ts'
import { callAs, type Person, startTestApp, type TestApp } from '../testing/test-app.ts'
import { changesOf, changeUser, editOf, isSessionAccepted, lastChangeOf, putRaw } from './test-user-edits.ts'

let agency: TestApp
let admin: Person
beforeAll(async () => {
  agency = await startTestApp()
  admin = await agency.person({ roles: ['securityadmin'] })
  // Never the only one, so that other tests can remove roles from any user.
  await agency.person({ roles: ['securityadmin'] })
})
afterAll(() => agency.close())

describe('editing a user', () => {
  test('USER-09 USER-23 the next read returns what Edit saved, each role and claim once', async () => {
    const pat = await agency.person({ roles: ['consumer'] })
    const saved = await changeUser(admin, pat.userId, {
      email: ' pat.example@example.com ',
      phone: '3055550100',
      typeId: 2,
      language: 'es',
      org: 'Miami',
      roles: ['securityadmin', 'agent', 'agent'],
      claims: ['VIEW.policy', 'view.Policy', 'my-own.Claim'],
      hasFullAgentAccess: true,
      applicationId: '4711',
    })
    expect(await admin.call(users.one, { id: pat.userId })).toEqual(saved)
    expect(saved).toMatchObject({
      email: 'pat.example@example.com',
      phone: '3055550100',
      typeId: 2,
      language: 'es',
      org: 'Miami',
      enable: true,
      roles: ['agent', 'securityadmin'],
      claims: ['view.Policy', 'my-own.Claim'],
      hasFullAgentAccess: true,
      applicationId: '4711',
      version: 2,
    })
  })

  test('P-36 invalid input is refused with its field and changes nothing', async () => {
    const pat = await agency.person({ roles: ['agent'] })
    const before = await admin.call(users.one, { id: pat.userId })
    const nonsense: [string, Record<string, unknown>][] = [
      ['email', { email: 'no address' }],
      ['email', { email: '' }],
      ['phone', { phone: '305-555-0100' }],
      ['typeId', { typeId: 99 }],
      ['language', { language: 'fr' }],
      ['roles.0', { roles: ['superuser'] }],
      ['claims.0', { claims: ['securityadmin'] }],
      ['claims.0', { claims: ['view.'] }],
      ['enable', { enable: 'yes' }],
      ['version', { version: null }],
    ]
    for (const [path, change] of nonsense)
      expect(await putRaw(agency, admin, String(pat.userId), { ...editOf(before), ...change }), path).toEqual({
        status: 400,
        code: 'request.invalid',
        paths: [path],
      })
    expect(await admin.call(users.one, { id: pat.userId })).toEqual(before)
    expect(await changesOf(agency, pat.userId)).toBe(0)
  })

  test('P-33 an edit cannot set fields that Edit does not have, and its body cannot name another user', async () => {
    const [pat, other] = [await agency.person({ roles: ['agent'] }), await agency.person({ roles: ['agent'] })]
    const before = await admin.call(users.one, { id: pat.userId })
    for (const extra of [
      'userName',
      'user_name',
      'password_hash',
      'contactId',
      'agentId',
      'temporaryUntil',
      'createdDate',
    ]) {
      const body = { ...editOf(before), [extra]: '1' }
      expect((await putRaw(agency, admin, String(pat.userId), body)).status, extra).toBe(400)
    }
    const body = { ...editOf(before), id: other.userId, org: 'Tampa' }
    expect((await putRaw(agency, admin, String(pat.userId), body)).status).toBe(200)
    expect((await admin.call(users.one, { id: pat.userId })).org).toBe('Tampa')
    expect((await admin.call(users.one, { id: other.userId })).org).toBeNull()
  })

  test('P-74 when two users edit the same version, one saves and the other gets the conflict; nothing is mixed', async () => {
    const pat = await agency.person({ roles: ['agent'] })
    const read = await admin.call(users.one, { id: pat.userId })
    const edits = Array.from({ length: 8 }, (_, n) =>
      editOf(read, { org: `Office ${n}`, email: `office-${n}@example.com` }),
    )
    const outcomes = await Promise.allSettled(edits.map((edit) => admin.call(users.edit, edit)))
    const won = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
    expect(won).toHaveLength(1)
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'record.changed', status: 409 })
    const after = await admin.call(users.one, { id: pat.userId })
    expect(after).toEqual(won[0])
    expect(after.email.slice(7, 8)).toBe(after.org?.slice(7))
    expect(await changesOf(agency, pat.userId)).toBe(1)
  })

  test('a change of rights is recorded with the rights added and removed, other changes with their field names', async () => {
    const pat = await agency.person({ roles: ['agent'], claims: ['view.Lead'] })
    await changeUser(admin, pat.userId, {
      roles: ['consumer'],
      claims: ['view.Lead', 'admin.PTO'],
      enable: false,
      email: 'secret-address@example.com',
      phone: '3055550177',
    })
    const event = await lastChangeOf(agency, pat.userId)
    expect(event).toMatchObject({ user_id: admin.userId, entity: 'user', outcome: 'done' })
    expect(event?.facts).toEqual({
      rolesAdded: 'consumer',
      rolesRemoved: 'agent',
      claimsAdded: 'admin.PTO',
      enabled: false,
      fields: 'email, phone',
    })
    expect(JSON.stringify(event)).not.toMatch(/secret-address|3055550177/)
  })
})

describe('effect of a change on signed-in users', () => {
  const changes: [what: string, change: Parameters<typeof changeUser>[2]][] = [
    ['roles', { roles: ['agent', 'administrator'] }],
    ['claims', { claims: [] }],
    ['full access', { hasFullAgentAccess: true }],
    ['the email address', { email: 'new-address@example.com' }],
    ['the enable flag', { enable: false }],
  ]
  test.each(changes)('P-13 USER-10 a change of %s ends the sessions of that user and no others', async (_, change) => {
    const [pat, other] = [
      await agency.person({ roles: ['agent'], claims: ['view.Policy'] }),
      await agency.person({ roles: ['agent'] }),
    ]
    const second = await agency.services.sessions.begin(agency.db, pat.userId, {
      address: '127.0.0.1',
      userAgent: 'other',
    })
    await changeUser(admin, pat.userId, change)
    for (const token of [pat.token, second])
      await expect(callAs(agency.app, token, access.currentUser, {})).rejects.toMatchObject({ code: 'session.ended' })
    expect(await isSessionAccepted(other)).toBe(true)
    expect(await isSessionAccepted(admin)).toBe(true)
  })

  test('a change that affects no right keeps the user signed in', async () => {
    const pat = await agency.person({ roles: ['agent'] })
    await changeUser(admin, pat.userId, { email: 'pat@example.com' })
    const again = await agency.services.sessions.begin(agency.db, pat.userId, { address: '127.0.0.1', userAgent: 'x' })
    await changeUser(admin, pat.userId, { phone: '3055550101', org: 'Miami', language: 'es', typeId: 2 })
    expect((await callAs(agency.app, again, access.currentUser, {})).id).toBe(pat.userId)
  })

  test('USER-10 roles and claims set in Edit apply after the next sign-in', async () => {
    const name = `next-login-${Date.now().toString(36)}@agency.test`
    const pass = 'Coverdesk-Demo1'
    const { id } = await agency.db
      .insertInto('users')
      .values({ user_name: name, password_hash: await hashPassword(pass), roles: [] })
      .returning('id')
      .executeTakeFirstOrThrow()
    await changeUser(admin, id, { roles: ['agent'], claims: ['view.Policy'] })
    const answer = await callAs(agency.app, null, access.login, { user: name, pass })
    const token = 'token' in answer ? answer.token : ''
    expect(await callAs(agency.app, token, access.currentUser, {})).toMatchObject({
      roles: ['agent'],
      claims: ['view.Policy'],
    })
    expect((await callAs(agency.app, token, policies.list, {})).totalRecords).toBe(0)
  })

  test('P-15 a disabled user is refused from the next request on and cannot sign in; once enabled, can again', async () => {
    const pat = await agency.person({ roles: ['agent'] })
    expect(await isSessionAccepted(pat)).toBe(true)
    await changeUser(admin, pat.userId, { enable: false })
    await expect(pat.call(access.currentUser, {})).rejects.toMatchObject({ status: 401 })
    const pass = 'Coverdesk-Demo1'
    await agency.db
      .updateTable('users')
      .set({ password_hash: await hashPassword(pass) })
      .where('id', '=', pat.userId)
      .execute()
    const { userName } = await admin.call(users.one, { id: pat.userId })
    const login = () => callAs(agency.app, null, access.login, { user: userName, pass })
    await expect(login()).rejects.toMatchObject({ code: 'sign_in.disabled' })
    await changeUser(admin, pat.userId, { enable: true })
    expect(await login()).toHaveProperty('token')
    // The old session stays ended.
    expect(await isSessionAccepted(pat)).toBe(false)
  })

  test('P-19 a removed claim is missing from the next request with the same token', async () => {
    const pat = await agency.person({ roles: ['agent'], claims: ['view.Policy'] })
    await pat.call(policies.list, {})
    await agency.db.updateTable('users').set({ claims: [] }).where('id', '=', pat.userId).execute()
    await expect(pat.call(policies.list, {})).rejects.toMatchObject({ code: 'right.missing', status: 403 })
  })

  test('P-13 a change of the phone number that codes go to ends the sessions of that user, who receives an email', async () => {
    const demo = await startTestApp({ demo: true })
    try {
      const security = await demo.person({ roles: ['securityadmin'] })
      const pat = await demo.person({ roles: ['agent'] })
      await demo.db
        .updateTable('users')
        .set({ email: 'owner@example.com', phone: '3055550100', codes_by: ['sms'] })
        .where('id', '=', pat.userId)
        .execute()
      await changeUser(security, pat.userId, { language: 'en', org: 'Miami' })
      expect(await isSessionAccepted(pat)).toBe(true)
      await changeUser(security, pat.userId, { phone: '3055550199' })
      expect(await isSessionAccepted(pat)).toBe(false)
      const told = demo.db.selectFrom('outbox').select(['recipient', 'kind']).where('user_id', '=', pat.userId)
      expect(await told.execute()).toEqual([{ recipient: 'owner@example.com', kind: 'second-factor-changed' }])
    } finally {
      await demo.close()
    }
  })

  test('P-13 a user whose authenticator app is removed receives an email, and an unfinished setup of another ends', async () => {
    const demo = await startTestApp({ demo: true })
    try {
      const security = await demo.person({ roles: ['securityadmin'] })
      const pat = await demo.person({ roles: ['agent'] })
      await demo.db.updateTable('users').set({ email: 'owner@example.com' }).where('id', '=', pat.userId).execute()
      const app = { user_id: pat.userId, secret_sealed: Buffer.from('sealed') }
      await demo.db
        .insertInto('user_authenticators')
        .values({ ...app, confirmed_at: new Date() })
        .execute()
      await demo.db.insertInto('user_authenticator_offers').values(app).execute()
      // The second time nothing is left to remove, so nothing is said.
      for (let time = 0; time < 2; time++) await security.call(users.removeSecondFactor, { id: pat.userId })
      const told = demo.db.selectFrom('outbox').select(['recipient', 'kind']).where('user_id', '=', pat.userId)
      expect(await told.execute()).toEqual([{ recipient: 'owner@example.com', kind: 'second-factor-changed' }])
      expect(await demo.db.selectFrom('user_authenticator_offers').select('user_id').execute()).toEqual([])
    } finally {
      await demo.close()
    }
  })

  test('P-13 a change of the email address is sent to the old and the new address, in the user’s language', async () => {
    const demo = await startTestApp({ demo: true })
    try {
      const security = await demo.person({ roles: ['securityadmin'] })
      const pat = await demo.person({ roles: ['agent'] })
      await changeUser(security, pat.userId, { email: 'old@example.com' })
      await changeUser(security, pat.userId, { email: 'new@example.com', language: 'es' })
      await changeUser(security, pat.userId, { phone: '3055550100' })
      const messages = await demo.db
        .selectFrom('outbox')
        .select(['recipient', 'kind', 'language', 'channel'])
        .where('user_id', '=', pat.userId)
        .orderBy('created_at')
        .execute()
      const changed = { kind: 'email-changed', channel: 'email' }
      expect(messages.slice(-2)).toEqual(
        expect.arrayContaining([
          { ...changed, recipient: 'old@example.com', language: 'es' },
          { ...changed, recipient: 'new@example.com', language: 'es' },
        ]),
      )
      expect(messages.filter(({ recipient }) => recipient === 'new@example.com')).toHaveLength(1)
    } finally {
      await demo.close()
    }
  })
})

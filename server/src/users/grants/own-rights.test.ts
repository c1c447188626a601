import { access } from '@coverdesk/domain/access/access-contract.ts'
import { users } from '@coverdesk/domain/users/user-contract.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { callAs, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { changesOf, changeUser, editOf, isSessionAccepted, lastChangeOf } from '../test-user-edits.ts'

let agency: TestApp
beforeEach(async () => {
  agency = await startTestApp()
  await agency.person({ roles: ['securityadmin'] })
})
afterEach(() => agency.close())

describe('a user’s own rights', () => {
  const raises: [what: string, change: Parameters<typeof changeUser>[2]][] = [
    ['a role', { roles: ['securityadmin', 'administrator'] }],
    ['a claim', { claims: ['view.Policy'] }],
    ['full access', { hasFullAgentAccess: true }],
    ['an application', { applicationId: '4711' }],
    ['no role of security administrator', { roles: [] }],
    ['no way to sign in', { enable: false }],
  ]
  test.each(raises)('P-34 USER-09 a user cannot give themselves %s', async (_, change) => {
    const denise = await agency.person({ roles: ['securityadmin'] })
    const before = await denise.call(users.one, { id: denise.userId })
    await expect(changeUser(denise, denise.userId, change)).rejects.toMatchObject({
      code: 'user.own_rights',
      status: 403,
    })
    expect(await denise.call(users.one, { id: denise.userId })).toEqual(before)
    expect(await changesOf(agency, denise.userId)).toBe(0)
  })

  test('P-34 users can save their own record without more rights; their session stays and others end', async () => {
    const denise = await agency.person({ roles: ['securityadmin', 'agent'], claims: ['admin.Lead'] })
    const elsewhere = await agency.services.sessions.begin(agency.db, denise.userId, {
      address: '127.0.0.1',
      userAgent: 'x',
    })
    await agency.db.updateTable('users').set({ email: 'd@example.com' }).where('id', '=', denise.userId).execute()
    const saved = await changeUser(denise, denise.userId, {
      phone: '3055550100',
      roles: ['securityadmin'],
      claims: ['view.Lead'],
    })
    expect(saved).toMatchObject({ phone: '3055550100', roles: ['securityadmin'], claims: ['view.Lead'] })
    expect(await isSessionAccepted(denise)).toBe(true)
    await expect(callAs(agency.app, elsewhere, access.currentUser, {})).rejects.toMatchObject({ status: 401 })
  })

  const ways = [
    ['email address', { email: 'thief@example.com' }],
    ['phone number for codes', { phone: '3055550199' }],
  ] as const
  test.each(ways)('P-34 users change their own %s in My Account, where the password is asked', async (_, change) => {
    const denise = await agency.person({ roles: ['securityadmin'] })
    await agency.db
      .updateTable('users')
      .set({ email: 'denise@example.com', phone: '3055550100', codes_by: ['sms'] })
      .where('id', '=', denise.userId)
      .execute()
    await expect(changeUser(denise, denise.userId, change)).rejects.toMatchObject({
      code: 'user.own_rights',
      message: 'Change your own email address and phone for codes in My Account',
    })
    const { email, phone } = await denise.call(users.one, { id: denise.userId })
    expect({ email, phone }).toEqual({ email: 'denise@example.com', phone: '3055550100' })
  })

  test('P-34 a lost second factor is removed by another administrator, never by the user', async () => {
    const denise = await agency.person({ roles: ['securityadmin'] })
    const pat = await agency.person({ roles: ['agent'] })
    for (const { userId } of [denise, pat]) {
      await agency.db
        .insertInto('user_authenticators')
        .values({ user_id: userId, secret_sealed: Buffer.from('sealed'), confirmed_at: new Date() })
        .execute()
      await agency.db
        .insertInto('user_recovery_codes')
        .values({ user_id: userId, code_hash: Buffer.from('x') })
        .execute()
    }
    expect((await denise.call(users.one, { id: pat.userId })).secondFactor).toBe(true)
    await expect(denise.call(users.removeSecondFactor, { id: denise.userId })).rejects.toMatchObject({ status: 403 })
    await denise.call(users.removeSecondFactor, { id: pat.userId })
    expect((await denise.call(users.one, { id: pat.userId })).secondFactor).toBe(false)
    expect((await denise.call(users.one, { id: denise.userId })).secondFactor).toBe(true)
    const codes = await agency.db.selectFrom('user_recovery_codes').select('user_id').execute()
    expect(codes.map((code) => code.user_id)).toEqual([denise.userId])
    expect(await isSessionAccepted(pat)).toBe(false)
    expect((await lastChangeOf(agency, pat.userId))?.user_id).toBe(denise.userId)
  })
})

const securityAdmins = async ({ db }: TestApp) =>
  (await db.selectFrom('users').select(['roles', 'enabled']).execute()).filter(
    (user) => user.enabled && user.roles.includes('securityadmin'),
  )

describe('the last security administrator', () => {
  test('P-34 two who concurrently remove or disable each other never both succeed', async () => {
    const alone = await startTestApp()
    try {
      const takeAway: Parameters<typeof changeUser>[2][] = [{ roles: ['agent'] }, { enable: false }]
      let refused = 0
      for (let round = 0; round < 20; round++) {
        await alone.db.updateTable('users').set({ roles: [] }).execute()
        const both = [
          await alone.person({ roles: ['securityadmin'] }),
          await alone.person({ roles: ['securityadmin'] }),
        ]
        const [ana, ben] = both
        if (!ana || !ben) throw new Error('Expected two security administrators')
        const edits = [
          editOf(await ana.call(users.one, { id: ben.userId })),
          editOf(await ben.call(users.one, { id: ana.userId })),
        ]
        const outcomes = await Promise.allSettled(
          edits.flatMap((edit, side) => takeAway.map((change) => both[side]?.call(users.edit, { ...edit, ...change }))),
        )
        refused += outcomes.filter(
          (outcome) => outcome.status === 'rejected' && outcome.reason.code === 'user.last_security',
        ).length
        const left = await securityAdmins(alone)
        expect(left).toHaveLength(1)
      }
      // Otherwise every request was refused earlier and there was no race.
      expect(refused).toBeGreaterThan(0)
    } finally {
      await alone.close()
    }
  })

  test('P-34 when many concurrently remove each other in a ring, one remains', async () => {
    const alone = await startTestApp()
    try {
      const ring = await Promise.all(Array.from({ length: 8 }, () => alone.person({ roles: ['securityadmin'] })))
      const next = (at: number) => ring[(at + 1) % ring.length]?.userId ?? 0
      const edits = await Promise.all(ring.map((person, at) => person.call(users.one, { id: next(at) })))
      await Promise.allSettled(edits.map((edit, at) => ring[at]?.call(users.edit, editOf(edit, { roles: [] }))))
      expect((await securityAdmins(alone)).length).toBeGreaterThanOrEqual(1)
    } finally {
      await alone.close()
    }
  })
})

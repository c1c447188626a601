import { invitations } from '@coverdesk/domain/access/invitation-contract.ts'
import { passwords } from '@coverdesk/domain/access/password-contract.ts'
import { agency as agencyContract } from '@coverdesk/domain/agency/agency-contract.ts'
import type { InputOf } from '@coverdesk/domain/platform/route.ts'
import { rightsGrants } from '@coverdesk/domain/users/rights-grant-contract.ts'
import { userAccess } from '@coverdesk/domain/users/user-access-contract.ts'
import { users } from '@coverdesk/domain/users/user-contract.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { messagesTo, newestMessage } from '../../access/sign-in/test-sign-in.ts'
import { callAs, type Person, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { changeUser, isSessionAccepted } from '../test-user-edits.ts'

let agency: TestApp
let denise: Person
let ana: Person
let second: Person
beforeEach(async () => {
  agency = await startTestApp({ demo: true })
  denise = await agency.person({ roles: ['securityadmin', 'agent'], claims: ['view.Lead'] })
  ana = await agency.person({ roles: ['administrator', 'agent'] })
  second = await agency.person({ roles: ['securityadmin'] })
  await sql`update users set email = user_name`.execute(agency.db)
})
afterEach(() => agency.close())

const emailOf = async ({ userId }: Person) => (await denise.call(users.one, { id: userId })).email
const notified = async () => {
  const { rows } = await sql<{ user_id: number; facts: { state: string; rights: string } }>`
    select user_id, facts from notifications where kind = 'rights' order by id`.execute(agency.db)
  return rows
}
const mailRecipients = async () => {
  const { rows } = await sql<{ user_id: number }>`
    select user_id from outbox where kind = 'rights-notice' order by user_id`.execute(agency.db)
  return rows.map((row) => row.user_id)
}
const administrators = () => [denise, ana, second].map(({ userId }) => userId)
const settings = () => ana.call(agencyContract.settings, {})
const requireApproval = async (secondApproval = true) =>
  await ana.call(agencyContract.setApproval, { version: (await settings()).version, secondApproval })
/** Registers a user with an invitation; returns the id. */
async function invite(more: Pick<InputOf<typeof passwords.register>, 'roles' | 'visibilityFrom'>): Promise<number> {
  const user = `invited-${++made}@agency.test`
  const person = { user, email: user, firstName: 'Ida', lastName: 'Moor' }
  const { id, waiting } = await denise.call(passwords.register, { ...person, invite: true, ...more })
  expect(waiting).toBe(true)
  return id ?? 0
}
let made = 0
const grants = () => denise.call(rightsGrants.list, {})

describe('rights that the grantor does not hold', () => {
  test('P-34 take effect at once, and every other security administrator and administrator is notified in the app and by email', async () => {
    const pat = await agency.person({ roles: ['agent'] })
    await changeUser(denise, pat.userId, {
      email: await emailOf(pat).then((email) => email || 'pat@example.com'),
      roles: ['agent', 'administrator'],
      claims: ['view.Lead', 'admin.Policy'],
      hasFullAgentAccess: true,
    })
    const facts = { state: 'notified', rights: 'role administrator, claim admin.Policy, full agent access' }
    // Not the user who just became an administrator.
    const recipients = administrators()
    expect(await notified()).toEqual(recipients.map((user_id) => ({ user_id, facts })))
    expect(await mailRecipients()).toEqual(recipients)
    expect((await newestMessage(agency, await emailOf(ana))).text).toContain(facts.rights)
    expect(await ana.call(rightsGrants.list, {})).toMatchObject([
      { userId: pat.userId, askedById: denise.userId, act: 'rights', state: 'notified', rights: facts.rights },
    ])
  })

  test('P-34 rights that the grantor holds notify no one, except the powerful roles', async () => {
    const pat = await agency.person({ roles: ['consumer'] })
    await sql`update users set email = user_name`.execute(agency.db)
    await changeUser(denise, pat.userId, {
      email: await emailOf(pat),
      roles: ['agent', 'customer'],
      claims: ['view.Lead'],
    })
    expect(await notified()).toEqual([])
    await changeUser(denise, pat.userId, { email: await emailOf(pat), roles: ['agent', 'securityadmin'] })
    expect((await notified()).map(({ facts }) => facts.rights)[0]).toBe('role securityadmin')
    // Denise has the role herself, so the message must not say that it is beyond her own rights.
    const { text } = await newestMessage(agency, await emailOf(ana))
    expect(text).toContain(' gave far-reaching rights to ')
    expect(text).not.toContain('their own')
  })

  test('P-34 the same applies to every way to grant them: a new user, enabling one, visibility, contact, password, second factor, email', async () => {
    const boss = await agency.person({ roles: ['administrator'] })
    const pat = await agency.person({ roles: ['agent'], claims: ['admin.Policy'] })
    const agent = await agency.person({ roles: ['agent'], npn: '19984129' })
    await sql`update users set email = user_name`.execute(agency.db)
    await sql`update users set contact_id = null where id = ${agent.userId}`.execute(agency.db)
    const { rows } = await sql<{ contact_id: number }>`
      select contact_id from agents where id = ${agent.agentId}`.execute(agency.db)
    const pass = 'Crooked-Ladle-52'
    const twice = { pass, pass_confirm: pass }
    await denise.call(passwords.register, {
      user: 'new@agency.test',
      email: 'new@agency.test',
      ...twice,
      roles: ['administrator'],
    })
    await changeUser(denise, pat.userId, { email: await emailOf(pat), enable: false })
    await changeUser(denise, pat.userId, { email: await emailOf(pat), enable: true })
    await denise.call(users.setVisibility, { id: pat.userId, rules: [{ agentId: null, resourceId: 'Policy' }] })
    await denise.call(users.link, { id: pat.userId, contactId: rows[0]?.contact_id ?? 0 })
    await denise.call(passwords.resetByAdmin, { id: boss.userId, ...twice })
    await denise.call(users.removeSecondFactor, { id: boss.userId })
    await changeUser(denise, boss.userId, { email: 'elsewhere@agency.test' })
    const listed = (await grants()).toReversed().map(({ act, rights }) => `${act}: ${rights}`)
    expect(listed).toEqual([
      'rights: role administrator',
      'rights: claim admin.Policy',
      'visibility: Policy',
      expect.stringMatching(/^contact: Customer, Lead, .*Policy/),
      'password: role administrator',
      'second factor: role administrator',
      'email: role administrator',
    ])
    expect((await notified()).length).toBeGreaterThanOrEqual(listed.length * 3)
  })
})

describe('with a second security administrator required', () => {
  const patAsks = async () => {
    const pat = await agency.person({ roles: ['agent'] })
    await sql`update users set email = user_name where id = ${pat.userId}`.execute(agency.db)
    const before = await denise.call(users.one, { id: pat.userId })
    const answer = await changeUser(denise, pat.userId, { email: before.email, roles: ['agent', 'administrator'] })
    return { pat, before, answer, id: (await grants())[0]?.id ?? 0 }
  }

  test('P-34 nothing changes until another security administrator approves; then it takes effect, and both are recorded', async () => {
    await requireApproval()
    const { pat, before, answer, id } = await patAsks()
    expect(answer).toEqual({ ...before, waiting: true })
    expect(await grants()).toMatchObject([{ state: 'waiting', rights: 'role administrator', userId: pat.userId }])
    expect(new Set((await notified()).map(({ facts }) => facts.state))).toEqual(new Set(['waiting']))
    for (const person of [denise, pat, ana])
      await expect(person.call(rightsGrants.decide, { id, approve: true })).rejects.toMatchObject({ status: 403 })
    expect((await denise.call(users.one, { id: pat.userId })).roles).toEqual(['agent'])

    await second.call(rightsGrants.decide, { id, approve: true })
    expect((await denise.call(users.one, { id: pat.userId })).roles).toEqual(['agent', 'administrator'])
    expect(await grants()).toMatchObject([{ state: 'approved', decidedBy: expect.stringContaining('Pat Example') }])
    await expect(second.call(rightsGrants.decide, { id, approve: false })).rejects.toMatchObject({
      code: 'grant.decided',
    })
    const { rows } = await sql<{ user_id: number; action: string; facts: Record<string, unknown> }>`
      select user_id, action, facts from audit_events where entity in ('rights request', 'user') and outcome = 'done'
        and action <> 'read' order by id`.execute(agency.db)
    expect(rows).toMatchObject([
      { user_id: denise.userId, action: 'create', facts: { user: pat.userId, above: 'role administrator' } },
      { user_id: second.userId, action: 'update', facts: { rolesAdded: 'administrator' } },
      { user_id: second.userId, action: 'status', facts: { decision: 'approved', askedBy: denise.userId } },
    ])
    const { rows: storedGrants } = await sql`select payload from rights_grants`.execute(agency.db)
    expect(storedGrants).toEqual([{ payload: null }])
  })

  test('P-34 the asker alone may withdraw a request while it waits; then it cannot be approved, and the administrators hear of it', async () => {
    await requireApproval()
    const { pat, id } = await patAsks()
    await expect(second.call(rightsGrants.withdraw, { id })).rejects.toMatchObject({ code: 'grant.not_own' })
    await denise.call(rightsGrants.withdraw, { id })
    expect(await grants()).toMatchObject([{ state: 'withdrawn', decidedBy: null, decidedAt: expect.any(String) }])
    for (const late of [
      second.call(rightsGrants.decide, { id, approve: true }),
      denise.call(rightsGrants.withdraw, { id }),
    ])
      await expect(late).rejects.toMatchObject({ code: 'grant.decided' })
    expect((await denise.call(users.one, { id: pat.userId })).roles).toEqual(['agent'])
    expect((await newestMessage(agency, await emailOf(ana))).text).toContain(' no longer asks for approval for ')
    expect(JSON.stringify(await denise.call(userAccess.history, { id: pat.userId }))).toContain(
      'withdrew the request for',
    )
  })

  test('P-34 a refused or expired request, and one for a user who was changed in between, changes nothing', async () => {
    await requireApproval()
    const { pat, id } = await patAsks()
    await second.call(rightsGrants.decide, { id, approve: false })
    const { id: late } = await patAsks()
    const now = Date.now()
    agency.setClock(() => new Date(now + 7 * 86_400_000 + 60_000))
    await expect(second.call(rightsGrants.decide, { id: late, approve: true })).rejects.toMatchObject({
      code: 'grant.decided',
    })
    expect((await grants()).map(({ state }) => state)).toEqual(['expired', 'refused'])
    agency.setClock(() => new Date())
    const { pat: changed, before, id: outdated } = await patAsks()
    await changeUser(denise, changed.userId, { email: before.email, claims: ['view.Lead'] })
    await expect(second.call(rightsGrants.decide, { id: outdated, approve: true })).rejects.toMatchObject({
      code: 'grant.changed',
      message: expect.stringMatching(
        /^Pat Example \d+ was changed since the request\. Refuse it and have it requested again\.$/,
      ),
    })
    expect((await grants())[0]?.state).toBe('waiting')
    expect(await denise.call(users.one, { id: changed.userId })).toMatchObject({
      roles: before.roles,
      claims: ['view.Lead'],
    })
    expect((await denise.call(users.one, { id: pat.userId })).roles).toEqual(['agent'])
  })

  test('P-34 a new user gets at once what the grantor holds, and the rest after approval', async () => {
    await requireApproval()
    const pass = 'Crooked-Ladle-52'
    const registered = await denise.call(passwords.register, {
      user: 'new@agency.test',
      email: 'new@agency.test',
      pass,
      pass_confirm: pass,
      roles: ['agent', 'administrator'],
    })
    expect(registered).toMatchObject({ waiting: true })
    const id = registered.id ?? 0
    expect((await denise.call(users.one, { id })).roles).toEqual(['agent'])
    await second.call(rightsGrants.decide, { id: (await grants())[0]?.id ?? 0, approve: true })
    expect((await denise.call(users.one, { id })).roles).toEqual(['agent', 'administrator'])
  })

  test('P-34 another phone number for the codes of a user who holds more rights waits for approval', async () => {
    await requireApproval()
    await sql`update users set phone = '3055550100', codes_by = '{sms}' where id = ${ana.userId}`.execute(agency.db)
    const phone = async () => (await denise.call(users.one, { id: ana.userId })).phone
    expect(await changeUser(denise, ana.userId, { phone: '3055550199' })).toMatchObject({ waiting: true })
    expect(await phone()).toBe('3055550100')
    expect(await isSessionAccepted(ana)).toBe(true)
    await second.call(rightsGrants.decide, { id: (await grants())[0]?.id ?? 0, approve: true })
    expect([await phone(), await isSessionAccepted(ana)]).toEqual(['3055550199', false])
  })

  test('P-34 all administrators are notified of another phone number for the codes of a user who holds more rights', async () => {
    await sql`update users set phone = '3055550100', codes_by = '{sms}' where id = ${ana.userId}`.execute(agency.db)
    await changeUser(denise, ana.userId, { phone: '3055550199' })
    expect(await grants()).toMatchObject([{ act: 'phone', state: 'notified', rights: 'role administrator' }])
  })

  test('P-34 rights and the visibility of a colleague, asked for with one registration, can both be approved, in any order', async () => {
    await requireApproval()
    const colleague = await agency.person({ roles: ['agent'], npn: '19984133' })
    const pat = await agency.person({ roles: ['agent'] })
    const rules = [{ agentId: String(colleague.agentId), resourceId: 'Policy' as const }]
    for (const order of [(ids: number[]) => ids, (ids: number[]) => ids.toReversed()]) {
      await requireApproval(false)
      await denise.call(users.setVisibility, { id: pat.userId, rules })
      await requireApproval()
      const id = await invite({ roles: ['agent', 'administrator'], visibilityFrom: pat.userId })
      const waiting = (await grants()).filter(({ state }) => state === 'waiting').map((grant) => grant.id)
      expect(waiting).toHaveLength(2)
      for (const grant of order(waiting)) await second.call(rightsGrants.decide, { id: grant, approve: true })
      expect((await denise.call(users.one, { id })).roles).toEqual(['agent', 'administrator'])
      expect(await denise.call(users.visibility, { id })).toMatchObject(rules)
    }
  })

  test('P-34 rights of an invited user can be approved after they accepted, and keep what they changed in My Account', async () => {
    await requireApproval()
    const id = await invite({ roles: ['agent', 'administrator'] })
    const [letter] = (await messagesTo(agency, id)).filter(({ kind }) => kind === 'invitation')
    const code = /\/login\/invitation\/([\w-]+)/.exec(letter?.text ?? '')?.[1] ?? ''
    const pass = 'Basalt*Farn+9x'
    await callAs(agency.app, null, invitations.accept, { code, pass, pass_confirm: pass })
    await sql`update users set phone = '5550100200', version = version + 1 where id = ${id}`.execute(agency.db)
    await second.call(rightsGrants.decide, { id: (await grants())[0]?.id ?? 0, approve: true })
    expect(await denise.call(users.one, { id })).toMatchObject({
      roles: ['agent', 'administrator'],
      phone: '5550100200',
    })
  })

  test('P-34 a request for visibility or a contact that was changed since is outdated', async () => {
    await requireApproval()
    const agent = await agency.person({ roles: ['agent'], npn: '19984134' })
    const pat = await agency.person({ roles: ['agent'] })
    const contactIdOf = async (person: Person) => (await denise.call(users.one, { id: person.userId })).contactId ?? 0
    const contactId = await contactIdOf(agent)
    await sql`update users set contact_id = null where id = ${agent.userId}`.execute(agency.db)
    const other = await agency.person({ roles: ['agent'] })
    const otherId = await contactIdOf(other)
    await sql`update users set contact_id = null where id = ${other.userId}`.execute(agency.db)
    const rules = [{ agentId: '__all__' as const, resourceId: 'Policy' as const }]
    await denise.call(users.setVisibility, { id: pat.userId, rules })
    await denise.call(users.link, { id: pat.userId, contactId })
    await denise.call(users.link, { id: pat.userId, contactId: otherId })
    await denise.call(users.setVisibility, {
      id: pat.userId,
      rules: [{ agentId: '__not_own__', resourceId: 'Policy' }],
    })
    for (const { id, state } of await grants())
      if (state === 'waiting')
        await expect(second.call(rightsGrants.decide, { id, approve: true })).rejects.toMatchObject({
          code: 'grant.changed',
        })
    expect((await denise.call(users.one, { id: pat.userId })).contactId).toBe(otherId)
  })

  test('P-34 visibility, a contact and the second factor wait too, and a password of a user with more rights is not set', async () => {
    await requireApproval()
    const boss = await agency.person({ roles: ['administrator'] })
    const pat = await agency.person({ roles: ['agent'] })
    await agency.db
      .insertInto('user_authenticators')
      .values({ user_id: boss.userId, secret_sealed: Buffer.from('sealed'), confirmed_at: new Date() })
      .execute()
    const agent = await agency.person({ roles: ['agent'], npn: '19984130' })
    await sql`update users set contact_id = null where id = ${agent.userId}`.execute(agency.db)
    const { rows } = await sql<{ contact_id: number }>`
      select contact_id from agents where id = ${agent.agentId}`.execute(agency.db)
    const contactId = rows[0]?.contact_id ?? 0
    const rules = [{ agentId: '__all__' as const, resourceId: 'Policy' as const }]
    expect(await denise.call(users.removeSecondFactor, { id: boss.userId })).toEqual({ ok: true, waiting: true })
    expect(await denise.call(users.setVisibility, { id: pat.userId, rules })).toEqual({ ok: true, waiting: true })
    const [visibility, factor] = await grants()
    await second.call(rightsGrants.decide, { id: visibility?.id ?? 0, approve: true })
    expect(await denise.call(users.visibility, { id: pat.userId })).toMatchObject(rules)
    expect((await denise.call(users.one, { id: boss.userId })).secondFactor).toBe(true)
    await second.call(rightsGrants.decide, { id: factor?.id ?? 0, approve: true })
    expect((await denise.call(users.one, { id: boss.userId })).secondFactor).toBe(false)
    expect(await denise.call(users.link, { id: pat.userId, contactId })).toEqual({ ok: true, waiting: true })
    expect((await denise.call(users.one, { id: pat.userId })).contactId).not.toBe(contactId)
    await second.call(rightsGrants.decide, { id: (await grants())[0]?.id ?? 0, approve: true })
    expect((await denise.call(users.one, { id: pat.userId })).contactId).toBe(contactId)
    const pass = 'Crooked-Ladle-52'
    await expect(
      denise.call(passwords.resetByAdmin, { id: boss.userId, pass, pass_confirm: pass }),
    ).rejects.toMatchObject({ code: 'user.above_own' })
  })

  test('P-34 waiting requests of a user who loses rights or is disabled are refused, with event and notice', async () => {
    await requireApproval()
    const boss = await agency.person({ roles: ['securityadmin', 'administrator'] })
    await sql`update users set email = user_name`.execute(agency.db)
    const changes = [{ claims: [] }, { claims: ['view.Lead'], enable: false }]
    for (const change of changes) {
      const { pat, id } = await patAsks()
      await changeUser(boss, denise.userId, change)
      const [newest] = await boss.call(rightsGrants.list, {})
      expect(newest).toMatchObject({ id, state: 'refused', decidedBy: expect.stringContaining('Pat Example') })
      await expect(second.call(rightsGrants.decide, { id, approve: true })).rejects.toMatchObject({
        code: 'grant.decided',
      })
      const { rows } = await sql`
        select user_id, facts from audit_events where entity = 'rights request' and entity_id = ${String(id)}
          and action = 'status' and outcome = 'done'`.execute(agency.db)
      expect(rows).toMatchObject([
        { user_id: boss.userId, facts: { decision: 'refused', user: pat.userId, askedBy: denise.userId } },
      ])
      expect((await notified()).at(-1)?.facts.state).toBe('refused')
      await sql`update users set claims = '{view.Lead}', enabled = true where id = ${denise.userId}`.execute(agency.db)
      const token = await agency.services.sessions.begin(agency.db, denise.userId, { address: '::1', userAgent: null })
      denise = { ...denise, token, call: (route, input) => callAs(agency.app, token, route, input) }
    }
  })

  test('P-34 the user whose rights wait can disable the asker: their request is refused without a decider', async () => {
    await requireApproval()
    await agency.person({ roles: ['securityadmin'] })
    await changeUser(denise, second.userId, { roles: ['administrator', 'securityadmin'] })
    const id = (await grants())[0]?.id
    await changeUser(second, denise.userId, { enable: false })
    expect((await second.call(rightsGrants.list, {}))[0]).toMatchObject({ id, state: 'refused', decidedBy: null })
  })

  test('P-34 a request of a user who is no longer a security administrator can only be refused', async () => {
    await requireApproval()
    const { pat, id } = await patAsks()
    await sql`update users set roles = '{agent}' where id = ${denise.userId}`.execute(agency.db)
    await expect(second.call(rightsGrants.decide, { id, approve: true })).rejects.toMatchObject({ code: 'grant.asker' })
    await second.call(rightsGrants.decide, { id, approve: false })
    expect((await second.call(users.one, { id: pat.userId })).roles).toEqual(['agent'])
  })

  test('P-34 without a second security administrator it takes effect at once, and all are notified', async () => {
    await requireApproval()
    await sql`update users set enabled = false where id = ${second.userId}`.execute(agency.db)
    const { answer } = await patAsks()
    expect(answer.roles).toEqual(['agent', 'administrator'])
    expect(answer).not.toHaveProperty('waiting')
    expect((await grants()).map(({ state }) => state)).toEqual(['notified'])
  })

  test('P-34 only administrators can change the setting, a security administrator alone cannot, and the change is recorded', async () => {
    expect((await settings()).secondApproval).toBe(false)
    await expect(denise.call(agencyContract.setApproval, { version: 1, secondApproval: true })).rejects.toMatchObject({
      status: 403,
    })
    const on = await requireApproval()
    expect(on.secondApproval).toBe(true)
    await expect(
      ana.call(agencyContract.setApproval, { version: on.version - 1, secondApproval: false }),
    ).rejects.toMatchObject({ code: 'record.changed' })
    const { rows } = await sql`select facts from audit_events where entity = 'agency'`.execute(agency.db)
    expect(rows).toEqual([{ facts: { secondApproval: true } }])
  })
})

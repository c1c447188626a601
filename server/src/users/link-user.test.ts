import { access } from '@coverdesk/domain/access/access-contract.ts'
import { policies } from '@coverdesk/domain/policies/policy-contract.ts'
import { users } from '@coverdesk/domain/users/user-contract.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { callAs, type Person, startTestApp, type TestApp } from '../testing/test-app.ts'
import { changesOf, isSessionAccepted, lastChangeOf } from './test-user-edits.ts'

let agency: TestApp
let admin: Person
let carrier: number
beforeEach(async () => {
  agency = await startTestApp()
  admin = await agency.person({ roles: ['securityadmin'] })
  carrier = await agency.carrier('Linked Health')
})
afterEach(() => agency.close())

let numbers = 0
/** An agent without a user, with one policy. */
async function agentWithPolicy(firstName: string, lastName: string) {
  const at = ++numbers
  const { id: contactId } = await agency.db
    .insertInto('contacts')
    .values({ first_name: firstName, last_name: lastName })
    .returning('id')
    .executeTakeFirstOrThrow()
  await agency.db
    .insertInto('contact_emails')
    .values({ contact_id: contactId, email: `Agent.${at}@example.com` })
    .execute()
  const { id: agentId } = await agency.db
    .insertInto('agents')
    .values({
      contact_id: contactId,
      name: `${firstName} ${lastName}`,
      login_email: `agent.${at}@example.com`,
      npn: String(700 + at),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await agency.db
    .insertInto('policies')
    .values({
      carrier_id: carrier,
      policy_number: `L-${at}`,
      first_name: 'Ana',
      last_name: 'Insured',
      agent_id: agentId,
    })
    .execute()
  return { contactId, agentId, number: `L-${at}` }
}
const numbersSeen = async (token: string) =>
  (await callAs(agency.app, token, policies.list, {})).data.map((row) => row.policyNumber)
const signIn = (userId: number) =>
  agency.services.sessions.begin(agency.db, userId, { address: '127.0.0.1', userAgent: 'test' })

describe('linking a user to a contact', () => {
  test('USER-15 P-13 a user linked to an agent’s contact owns the agent’s records from the next sign-in', async () => {
    const agent = await agentWithPolicy('Rosa', 'Linkwood')
    const pat = await agency.person({ roles: ['agent'], claims: ['view.Policy'] })
    expect(await numbersSeen(pat.token)).toEqual([])
    await admin.call(users.link, { id: pat.userId, contactId: agent.contactId })
    expect(await isSessionAccepted(pat)).toBe(false)
    const token = await signIn(pat.userId)
    expect(await numbersSeen(token)).toEqual([agent.number])
    expect(await callAs(agency.app, token, access.currentUser, {})).toMatchObject({
      contactId: agent.contactId,
      name: 'Rosa Linkwood',
    })
    expect(await admin.call(users.one, { id: pat.userId })).toMatchObject({
      contactId: agent.contactId,
      contactName: 'Rosa Linkwood',
      agentId: agent.agentId,
      agentName: 'Rosa Linkwood',
    })
    expect(await lastChangeOf(agency, pat.userId)).toMatchObject({
      user_id: admin.userId,
      facts: { contactId: agent.contactId, agentId: agent.agentId, agentBefore: null },
    })
  })

  test('USER-15 after a link to another contact, the previous records are hidden', async () => {
    const [first, second] = [await agentWithPolicy('Ida', 'First'), await agentWithPolicy('Ida', 'Second')]
    const pat = await agency.person({ roles: ['agent'], claims: ['view.Policy'] })
    for (const agent of [first, second]) {
      await admin.call(users.link, { id: pat.userId, contactId: agent.contactId })
      expect(await numbersSeen(await signIn(pat.userId))).toEqual([agent.number])
    }
  })

  test('USER-15 a contact that is merged at the same time is not found, so that no user has a hidden contact', async () => {
    const [user, merged, kept] = await Promise.all([
      agency.person({ roles: ['agent'] }),
      agentWithPolicy('Rosa', 'Merging'),
      agentWithPolicy('Rosa', 'Merged'),
    ])
    const waiting = async () =>
      (
        await sql<{ waiting: number }>`
          select count(*)::int as waiting from pg_locks l join pg_stat_activity a using (pid)
          where not l.granted and a.datname = current_database()`.execute(agency.db)
      ).rows[0]?.waiting
    const { linked } = await agency.db.transaction().execute(async (merging) => {
      await sql`select from contacts where id = ${merged.contactId} for update`.execute(merging)
      await sql`update contacts set merged_into = ${kept.contactId} where id = ${merged.contactId}`.execute(merging)
      const linked = admin.call(users.link, { id: user.userId, contactId: merged.contactId })
      linked.catch(() => undefined)
      await expect.poll(waiting, { timeout: 10_000 }).toBe(1)
      return { linked }
    })
    await expect(linked).rejects.toMatchObject({ code: 'contact.not_found' })
  })

  test('USER-15 a contact has at most one user, even when two are linked to it concurrently', async () => {
    const agent = await agentWithPolicy('Once', 'Only')
    const people = await Promise.all(Array.from({ length: 6 }, () => agency.person({ roles: ['agent'] })))
    const outcomes = await Promise.allSettled(
      people.map((person) => admin.call(users.link, { id: person.userId, contactId: agent.contactId })),
    )
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1)
    for (const outcome of outcomes)
      if (outcome.status === 'rejected')
        expect(outcome.reason).toMatchObject({ code: 'user.contact_taken', status: 400 })
    const linked = await Promise.all(people.map((person) => changesOf(agency, person.userId)))
    expect(linked.sort()).toEqual([0, 0, 0, 0, 0, 1])
  })

  test('a contact that does not exist is reported as missing, and invalid input is refused', async () => {
    const pat = await agency.person({ roles: ['agent'] })
    await expect(admin.call(users.link, { id: pat.userId, contactId: 987_654 })).rejects.toMatchObject({
      code: 'contact.not_found',
      status: 404,
    })
    for (const contactId of [0, -1, 1.5, Number.NaN])
      await expect(admin.call(users.link, { id: pat.userId, contactId })).rejects.toMatchObject({ status: 400 })
    expect(await changesOf(agency, pat.userId)).toBe(0)
  })

  test('a link to the same contact again changes nothing and ends no session', async () => {
    const pat = await agency.person({ roles: ['agent'] })
    const { contactId, version } = await admin.call(users.one, { id: pat.userId })
    await admin.call(users.link, { id: pat.userId, contactId: contactId ?? 0 })
    expect(await isSessionAccepted(pat)).toBe(true)
    expect((await admin.call(users.one, { id: pat.userId })).version).toBe(version)
  })

  test('P-34 users cannot link themselves to records that they cannot see', async () => {
    const agent = await agentWithPolicy('Shut', 'Book')
    await expect(admin.call(users.link, { id: admin.userId, contactId: agent.contactId })).rejects.toMatchObject({
      code: 'user.own_rights',
      status: 403,
    })
    const boss = await agency.person({ roles: ['administrator', 'securityadmin'] })
    await boss.call(users.link, { id: boss.userId, contactId: agent.contactId })
    expect(await isSessionAccepted(boss)).toBe(true)
  })
})

describe('contact choices for a link', () => {
  test('USER-15 contacts are found by first name, last name or email, without case and accents, with the user who has them', async () => {
    const agent = await agentWithPolicy('Zoë', 'Núñez-Archer')
    const found = async (q: string) => (await admin.call(users.contacts, { q })).map((contact) => contact.id)
    const mail = `agent.${numbers}@example`
    for (const q of ['zoe', 'ZOË nun', 'nunez', 'Núñez-archer z', mail, mail.toUpperCase()])
      expect(await found(q), q).toEqual([agent.contactId])
    for (const q of ['oe', 'archer', 'zoe x', '%', '_']) expect(await found(q), q).not.toContain(agent.contactId)
    const [contact] = await admin.call(users.contacts, { q: 'zoe' })
    expect(contact).toEqual({
      id: agent.contactId,
      name: 'Zoë Núñez-Archer',
      email: `Agent.${numbers}@example.com`,
      agentId: agent.agentId,
      takenBy: null,
    })
    const pat = await agency.person({ roles: ['agent'] })
    await admin.call(users.link, { id: pat.userId, contactId: agent.contactId })
    const { userName } = await admin.call(users.one, { id: pat.userId })
    expect((await admin.call(users.contacts, { q: 'zoe' }))[0]?.takenBy).toBe(userName)
  })

  test('at most 50 contacts are returned, the newest when the search is empty', async () => {
    await agency.db
      .insertInto('contacts')
      .values(Array.from({ length: 60 }, (_, at) => ({ first_name: 'Crowd', last_name: `Member ${at}` })))
      .execute()
    expect(await admin.call(users.contacts, { q: 'crowd' })).toHaveLength(50)
    const newest = await admin.call(users.contacts, {})
    expect(newest).toHaveLength(50)
    expect(newest.every((contact) => contact.name.startsWith('Crowd'))).toBe(true)
  })
})

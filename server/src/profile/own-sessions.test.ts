import { access } from '@coverdesk/domain/access/access-contract.ts'
import { profile } from '@coverdesk/domain/profile/profile-contract.ts'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callAs, type Person, startTestApp, type TestApp } from '../testing/test-app.ts'

let agency: TestApp
beforeAll(async () => {
  agency = await startTestApp()
})
afterAll(() => agency.close())

const begin = (person: Person, userAgent: string | null, pending = false) =>
  agency.services.sessions.begin(agency.db, person.userId, { address: '10.1.2.3', userAgent, pending })
const listOf = (person: Person) => person.call(profile.sessions, {})
const answers = (token: string) => callAs(agency.app, token, access.currentUser, {})
const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0'

describe('own sessions', () => {
  test('are listed with start, last activity, address and browser; the current one is marked', async () => {
    const person = await agency.person({ roles: ['agent'] })
    await begin(person, windows)
    const listed = await listOf(person)
    expect(listed.map(({ current, browser, address }) => ({ current, browser, address }))).toEqual(
      expect.arrayContaining([
        { current: true, browser: 'Unknown browser', address: '127.0.0.1' },
        { current: false, browser: 'Firefox on Windows', address: '10.1.2.3' },
      ]),
    )
    for (const { since, lastActive } of listed) expect(Date.parse(lastActive)).toBeGreaterThanOrEqual(Date.parse(since))
  })

  test('a login waiting for a second factor is listed as such and can be ended before it completes', async () => {
    const person = await agency.person({ roles: ['agent'] })
    const token = await begin(person, windows, true)
    const waiting = (await listOf(person)).find((session) => session.waiting)
    expect(waiting).toMatchObject({ current: false, browser: 'Firefox on Windows' })
    await person.call(profile.endSession, { id: waiting?.id ?? '' })
    await expect(answers(token)).rejects.toMatchObject({ status: 401 })
    expect(await listOf(person)).toHaveLength(1)
  })

  test('P-15 an ended session answers 401 at once, the current one continues', async () => {
    const person = await agency.person({ roles: ['agent'] })
    const token = await begin(person, windows)
    const [other] = (await listOf(person)).filter(({ current }) => !current)
    await person.call(profile.endSession, { id: other?.id ?? '' })
    await expect(answers(token)).rejects.toMatchObject({ code: 'session.ended' })
    expect((await listOf(person)).map(({ current }) => current)).toEqual([true])
    await expect(person.call(profile.endSession, { id: other?.id ?? '' })).rejects.toMatchObject({ status: 404 })
  })

  test('P-15 all others can be ended together', async () => {
    const person = await agency.person({ roles: ['agent'] })
    const tokens = await Promise.all([begin(person, windows), begin(person, null), begin(person, null)])
    await person.call(profile.endOtherSessions, {})
    for (const token of tokens) await expect(answers(token)).rejects.toMatchObject({ code: 'session.ended' })
    expect(await listOf(person)).toHaveLength(1)
  })

  test('P-26 sessions of other users are neither listed nor ended: 404', async () => {
    const person = await agency.person({ roles: ['agent'] })
    const otherUser = await agency.person({ roles: ['administrator', 'securityadmin', 'agent'] })
    const [own] = await listOf(person)
    await expect(otherUser.call(profile.endSession, { id: own?.id ?? '' })).rejects.toMatchObject({
      code: 'record.not_found',
      status: 404,
    })
    await otherUser.call(profile.endOtherSessions, {})
    expect(await listOf(person)).toHaveLength(1)
    expect((await listOf(otherUser)).map(({ id }) => id)).not.toContain(own?.id)
    await expect(otherUser.call(profile.endSession, { id: 'nonsense' })).rejects.toMatchObject({ status: 400 })
  })

  test('ended and idle sessions are not listed', async () => {
    const person = await agency.person({ roles: ['agent'] })
    for (const age of ['901 seconds', '1 second']) {
      await begin(person, windows)
      const owner = new pg.Client({ connectionString: agency.ownerUrl })
      await owner.connect()
      await owner.query(
        `update sessions set last_active_at = now() - $1::interval where id = (
           select id from sessions where user_id = $2 order by created_at desc limit 1)`,
        [age, person.userId],
      )
      await owner.end()
    }
    expect(await listOf(person)).toHaveLength(2)
  })

  test('ending sessions is recorded', async () => {
    const person = await agency.person({ roles: ['agent'] })
    await begin(person, windows)
    const [other] = (await listOf(person)).filter(({ current }) => !current)
    await person.call(profile.endSession, { id: other?.id ?? '' })
    const events = await agency.db
      .selectFrom('audit_events')
      .select(['action', 'entity', 'entity_id'])
      .where('user_id', '=', person.userId)
      .where('entity', '=', 'session')
      .execute()
    expect(events).toEqual([{ action: 'logout', entity: 'session', entity_id: other?.id }])
  })
})

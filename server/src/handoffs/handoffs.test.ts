import { access } from '@coverdesk/domain/access/access-contract.ts'
import { handoffs } from '@coverdesk/domain/handoffs/handoff-contract.ts'
import { profile } from '@coverdesk/domain/profile/profile-contract.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endSessionsOf } from '../platform/auth/session.ts'
import { callAs, startTestApp, type TestApp } from '../testing/test-app.ts'

let agency: TestApp
beforeAll(async () => {
  agency = await startTestApp()
})
afterAll(() => agency.close())

const goer = () =>
  agency.person({ roles: ['agent'], claims: ['view.marketplace', 'view.EDE'], npn: `${Date.now()}`.slice(-8) })
const secretOf = (audience: 'marketplace' | 'ede') => agency.services.config.handOffs[audience]?.secret ?? ''
const redeem = (token: string, audience: 'marketplace' | 'ede' = 'marketplace', secret = secretOf(audience)) =>
  callAs(agency.app, null, handoffs.redeem, { audience, secret, token })
const refused = { code: 'hand_off.refused', status: 401 }

test('P-20 ENROLL-16 the form carries its own token, and the other application gets the user’s identity with it', async () => {
  const person = await goer()
  const made = await person.call(handoffs.marketplace, {})
  expect(made).toEqual({
    address: 'https://exchange.test/redirect',
    token: expect.stringMatching(/^[\w-]{43}$/),
    returnUrl: 'http://localhost/#/mk/return',
  })
  expect(made.token).not.toBe(person.token)
  expect(await redeem(made.token)).toEqual({
    audience: 'marketplace',
    user: expect.objectContaining({ id: person.userId, firstName: 'Pat', roles: ['agent'], npn: expect.any(String) }),
  })
  expect((await person.call(handoffs.ede, {})).returnUrl).toBeNull()
})

test('ENROLL-16 the other application gets the FFE username that the user saved in My Account', async () => {
  const person = await goer()
  const ffeOf = async () => (await redeem((await person.call(handoffs.marketplace, {})).token)).user.ffeUserId
  expect(await ffeOf()).toBeNull()
  const { contactId } = await person.call(access.currentUser, {})
  const own = await person.call(profile.one, { id: contactId ?? 0 })
  await person.call(profile.save, { ...own, FFEID: 'pat.ffe' })
  expect(await ffeOf()).toBe('pat.ffe')
})

test('P-20 the token is not accepted by our routes, and the session token is not accepted for a hand-off', async () => {
  const person = await goer()
  const { token } = await person.call(handoffs.marketplace, {})
  for (const route of [access.currentUser, handoffs.marketplace])
    await expect(callAs(agency.app, token, route, {})).rejects.toMatchObject({ status: 401 })
  await expect(redeem(person.token)).rejects.toMatchObject({ status: expect.any(Number), code: 'request.invalid' })
  await expect(redeem(token)).resolves.toBeDefined()
})

test('P-20 a token can be redeemed once, even concurrently', async () => {
  const person = await goer()
  const { token } = await person.call(handoffs.marketplace, {})
  const answers = await Promise.allSettled(Array.from({ length: 5 }, () => redeem(token)))
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expect(redeem(token)).rejects.toMatchObject(refused)
})

test('P-20 a token works for one application only, expires after a minute, and ends with its session and user', async () => {
  const person = await goer()
  const make = async () => (await person.call(handoffs.marketplace, {})).token
  const token = await make()
  await expect(redeem(token, 'ede')).rejects.toMatchObject(refused)
  await expect(redeem(token, 'marketplace', secretOf('ede'))).rejects.toMatchObject(refused)
  await expect(redeem(token, 'marketplace', '')).rejects.toMatchObject(refused)
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from max(expires_at - made_at))::float8 as seconds from hand_offs`.execute(agency.db)
  expect(rows[0]?.seconds).toBeLessThanOrEqual(60)
  await sql`update hand_offs set expires_at = now()`.execute(agency.db)
  await expect(redeem(token)).rejects.toMatchObject(refused)
  const disabled = await make()
  await sql`update users set enabled = false where id = ${person.userId}`.execute(agency.db)
  await expect(redeem(disabled)).rejects.toMatchObject(refused)
  await sql`update users set enabled = true where id = ${person.userId}`.execute(agency.db)
  const orphan = await make()
  await endSessionsOf(agency.db, person.userId, 'password')
  await expect(redeem(orphan)).rejects.toMatchObject(refused)
})

test('ACCESS-25 ACCESS-26 P-20 a hand-off requires the right', async () => {
  const [neither, claimOnly] = [
    await agency.person({ roles: ['agent'] }),
    await agency.person({ roles: ['consumer'], claims: ['view.marketplace', 'view.EDE'] }),
  ]
  for (const person of [neither, claimOnly])
    for (const route of person === neither ? [handoffs.marketplace, handoffs.ede] : [handoffs.ede])
      await expect(person.call(route, {})).rejects.toMatchObject({ code: 'right.missing' })
  // Consumers may apply on the marketplace's own site (CONSUMER-02).
  expect(await claimOnly.call(handoffs.marketplace, {})).toHaveProperty('token')
})

test('P-20 P-70 both steps are audited without the token; without a configured application the response says so', async () => {
  const person = await goer()
  const { token } = await person.call(handoffs.ede, {})
  await redeem(token, 'ede')
  const { rows } = await sql<{ action: string; entity: string; line: string }>`
    select action, entity, e::text as line from audit_events e
    where user_id = ${person.userId} and entity = 'hand-off' or entity = 'user' and entity_id = ${String(person.userId)}
    order by id`.execute(agency.db)
  expect(rows.map(({ action, entity }) => `${action} ${entity}`)).toEqual(['create hand-off', 'export user'])
  for (const { line } of rows) expect(line).not.toContain(token)
  const { rows: stored } = await sql<{ line: string }>`select h::text as line from hand_offs h`.execute(agency.db)
  for (const { line } of stored) expect(line).not.toContain(token)
  const bare = await startTestApp({ handOffs: { marketplace: null, ede: null, telephony: null, marketing: null } })
  const alone = await bare.person({ roles: ['agent'], claims: ['view.EDE'] })
  await expect(alone.call(handoffs.ede, {})).rejects.toMatchObject({ code: 'hand_off.no_receiver' })
  await bare.close()
})

import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { sweepSignIns } from './sweep-sign-ins.ts'
import { letTimePass, logIn, makeAccount, resetCode, send } from './test-sign-in.ts'

let agency: TestApp
beforeEach(async () => {
  agency = await startTestApp()
})
afterEach(() => agency.close())

const counts = async () => {
  const { rows } = await sql<Record<string, number>>`
    select (select count(*) from sign_in_failures) as failures, (select count(*) from public_calls) as calls,
      (select count(*) from sign_in_attempts) as attempts, (select count(*) from known_devices) as devices,
      (select count(*) from sign_in_streaks) as streaks`.execute(agency.db)
  return rows[0]
}

test('P-04 expired sign-in data is deleted, and current data stays', async () => {
  const account = await makeAccount(agency, 'swept@agency.test')
  await logIn(agency, account.user)
  await resetCode(agency, account)
  await logIn(agency, account.user, 'Wrong-Kettle-41')
  await logIn(agency, 'unknown@agency.test', 'Wrong-Kettle-41')
  const before = await counts()
  expect(before).toEqual({ failures: 2, calls: 2, attempts: 1, devices: 1, streaks: 2 })
  await sweepSignIns(agency.db)
  expect(await counts()).toEqual(before)
  await letTimePass(agency, 26 * 3600)
  await sweepSignIns(agency.db)
  expect(await counts()).toEqual({ failures: 0, calls: 0, attempts: 0, devices: 1, streaks: 2 })
  await sql`update sign_in_streaks set last_at = last_at - interval '31 days'`.execute(agency.db)
  await sql`update known_devices set last_seen_at = last_seen_at - interval '181 days'`.execute(agency.db)
  await sweepSignIns(agency.db)
  expect(await counts()).toEqual({ failures: 0, calls: 0, attempts: 0, devices: 0, streaks: 1 })
  expect((await send(agency, '/identity/login', { user: account.user, pass: 'Sturdy-Kettle-41' })).status).toBe(200)
})

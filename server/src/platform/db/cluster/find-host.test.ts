import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startPrimaryWithStandby } from '../../../testing/standby/start-primary-with-standby.ts'
import { openTestDatabaseProxy } from '../../../testing/test-database-proxy.ts'
import { makeTestFolder, removeTestFolder } from '../../../testing/test-folder.ts'
import { withConnection } from '../connection.ts'
import { isDatabaseUnavailable } from '../database-errors.ts'

let folder: string
let databases: Awaited<ReturnType<typeof startPrimaryWithStandby>>

beforeAll(async () => {
  folder = makeTestFolder('coverdesk cluster ')
  databases = await startPrimaryWithStandby(folder)
}, 120_000)
afterAll(async () => {
  await databases?.stop()
  await removeTestFolder(folder)
})

/** Whether a new connection by this address leads to the standby. */
const leadsToStandby = (url: string) =>
  withConnection(url, 'test', async (connection) => {
    const { rows } = await connection.query<{ standby: boolean }>('select pg_is_in_recovery() as standby')
    return rows[0]?.standby
  })

/** Reaches both servers through proxies, whose network can fail. */
async function throughProxies(role: string) {
  const one = await openTestDatabaseProxy(databases.primary.appUrl)
  const two = await openTestDatabaseProxy(databases.standbyUrl)
  onTestFinished(async () => {
    for (const proxy of [one, two]) {
      proxy.cut('reset')
      await proxy.close()
    }
  })
  const { username, password, host, pathname } = new URL(one.url)
  const hosts = [host, new URL(two.url).host].join()
  return { one, url: `postgresql://${username}:${password}@${hosts}${pathname}?target_session_attrs=${role}` }
}

test.each([
  ['read-write', false],
  ['primary', false],
  ['standby', true],
  ['read-only', true],
  ['prefer-standby', true],
  ['any', false],
])('P-89 of several servers a connection leads to the first one that is %s', async (role, isStandby) => {
  expect(await leadsToStandby(databases.clusterUrl(role))).toBe(isStandby)
})

test('P-89 a server that is silent, or refuses, does not hold up the next one', async () => {
  const { one, url } = await throughProxies('any')
  one.setStalled(true)
  const began = performance.now()
  expect(await leadsToStandby(url)).toBe(true)
  expect(performance.now() - began).toBeLessThan(2_000)
  one.setMode('refuse')
  one.setStalled(false)
  expect(await leadsToStandby(url)).toBe(true)
  one.setMode('pass')
  expect(await leadsToStandby(url)).toBe(false)
})

test('P-77 P-89 without a server of the asked role the failure says so of each, and counts as temporary', async () => {
  const { one, url } = await throughProxies('read-write')
  one.setMode('refuse')
  const failure = await leadsToStandby(url).catch((error: unknown) => error)
  expect(String(failure)).toMatch(
    /No server of the database can be used: 127\.0\.0\.1:\d+ .+; 127\.0\.0\.1:\d+ .*it is a standby, not read-write/,
  )
  expect(isDatabaseUnavailable(failure)).toBe(true)
})

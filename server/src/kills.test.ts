import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { renameSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { failures } from '@coverdesk/domain/failures.ts'
import { ImportRun } from '@coverdesk/domain/uploads/upload-contract.ts'
import { serversOn } from '@coverdesk/embedded-postgres/server-processes.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Config, configFor } from './platform/config/config.ts'
import { readConfig } from './platform/config/read-config.ts'
import { openPool } from './platform/db/database.ts'
import { databaseVictims, killDatabase } from './testing/faults/kill-database.ts'
import { makeTestFolder, removeTestFolder } from './testing/test-folder.ts'
import { type KillLoad, makeAdministrator, ownerUrlOf, startKillLoad, writesStored } from './testing/test-kill-load.ts'
import { startOn, startTimeout } from './testing/test-start.ts'
import { csv, headings, policyRows } from './uploads/policies/upload-samples.ts'

/**
 * `npm run endure` kills as often as the promise says and expects each downtime to stay under 30 s; it takes half an hour on
 * a quiet machine. Beside other tests a start of the server alone can take that long.
 */
const { databaseKills, serverKills, maxDowntime } =
  process.env.ENDURE === '1'
    ? { databaseKills: 100, serverKills: 30, maxDowntime: 30 }
    : { databaseKills: 8, serverKills: 2, maxDowntime: 110 }

let folder: string
let dataDir: string
let cluster: string
let port: number
let config: Config
let started: ReturnType<typeof startOn>
let load: KillLoad | null = null

beforeEach(async () => {
  load = null
  folder = makeTestFolder('coverdesk kills ')
  dataDir = join(folder, 'data')
  cluster = join(dataDir, 'postgres')
  port = await freePort()
})
afterEach(async () => {
  await load?.stop()
  // A test that failed leaves it running.
  started.server.kill('SIGKILL')
  await started.ended()
  await removeTestFolder(folder)
})

const start = (settings: Record<string, string> = {}) => {
  started = startOn(dataDir, { PORT: String(port), LOG_LEVEL: 'silent', SECOND_FACTOR: 'optional', ...settings })
}

test(
  `P-75 P-76 P-77 after each of ${databaseKills} kills of the database and ${serverKills} of the server under load it is ready again, with every acknowledged write stored once`,
  async () => {
    start()
    await started.until('Coverdesk is ready')
    config = configFor('agency', readConfig({ DATA_DIR: dataDir, DEMO: 'off' }))
    const token = await makeAdministrator(dataDir, config)
    load = startKillLoad({ dataDir, config, url: () => `http://127.0.0.1:${port}`, token })
    const downtimes: number[] = []
    for (let kill = 0; kill < databaseKills + serverKills; kill++) {
      await wait(200 + Math.random() * 1_500)
      const killed = kill < databaseKills ? killOneOf(kill) : await killServer(kill)
      const seconds = await secondsUntilReady()
      expect(seconds, `kill ${kill} (${killed})`).toBeLessThan(maxDowntime)
      downtimes.push(seconds)
    }
    await load.stop()
    expect(load.acknowledged.size).toBeGreaterThan(databaseKills)
    expect(await writesStored(ownerUrlOf(dataDir, config), load.acknowledged)).toEqual({ lost: 0, doubled: 0 })
    const sorted = downtimes.toSorted((a, b) => a - b)
    console.log(
      `Ready again after ${sorted.length} kills: median ${sorted[sorted.length >> 1]?.toFixed(1)} s, max ${sorted.at(-1)?.toFixed(1)} s; ${load.acknowledged.size} acknowledged writes`,
    )
    await stop()
  },
  (databaseKills + serverKills) * (maxDowntime + 5) * 1_000 + 60_000,
)

test(
  'P-56 after a restart an upload that was under way says at once that it was interrupted, and after a restart of the database that it failed; its id loads the file then',
  async () => {
    start()
    await started.until('Coverdesk is ready')
    config = configFor('agency', readConfig({ DATA_DIR: dataDir, DEMO: 'off' }))
    const token = await makeAdministrator(dataDir, config)
    const carrierId = await makeCarrier()
    const address = `http://127.0.0.1:${port}/api/UploadPolicies`
    const sent = { authorization: `Bearer ${token}`, 'content-type': 'text/csv' }
    const interrupted = { state: 'interrupted', message: failures['upload.interrupted'].message }
    const runOf = async (runId: string) =>
      ImportRun.parse(await (await fetch(`${address}/runs/${runId}`, { headers: sent })).json())

    for (const kill of ['server', 'database'] as const) {
      const runId = crypto.randomUUID()
      const query = `carrierId=${carrierId}&month=11&year=2026&fileName=${kill}.csv&runId=${runId}`
      const file = csv([headings, ...policyRows(1, 2_000, { premium: kill === 'server' ? '1.00' : '2.00' })])
      const upload = (body: string | ReadableStream) =>
        fetch(`${address}/UploadPolicyCSV?${query}`, { method: 'POST', headers: sent, body, duplex: 'half' })
      let finish = () => {}
      const unfinished = new ReadableStream({
        start: (stream) => {
          stream.enqueue(new TextEncoder().encode(file))
          finish = () => stream.close()
        },
      })
      const first = upload(unfinished).catch(() => null)
      await expect
        .poll(async () => (await runOf(runId).catch(() => null))?.rowsRead ?? 0, { timeout: 60_000 })
        .toBeGreaterThan(0)
      if (kill === 'server') await killServer(1)
      else killDatabase(cluster, 'the postmaster')
      await secondsUntilReady()
      if (kill === 'server') expect(await runOf(runId)).toMatchObject(interrupted)
      else {
        finish()
        expect((await first)?.status).toBeGreaterThanOrEqual(500)
        expect(await runOf(runId)).toMatchObject({
          state: 'failed',
          message: expect.stringContaining('Nothing was changed'),
        })
      }
      const retried = await upload(file)
      expect([retried.status, await retried.json()]).toMatchObject([
        200,
        { id: runId, state: 'loaded', rowsRead: 2_000 },
      ])
    }
    await stop()
  },
  startTimeout,
)

test(
  'P-76 P-77 a database that does not start is tried again while the server says that it is not ready, and when that is given up the server exits with 1 and a sentence',
  async () => {
    // With the default of five minutes: on a busy machine the attempts of a few seconds may end before it is mended.
    start()
    await started.until('Coverdesk is ready')
    const mend = breakDatabase()
    await started.until('The database did not start.')
    await expect.poll(() => health('ready')).toMatchObject({ status: 503 })
    await expect.poll(() => health('live')).toEqual({ status: 200, body: { status: 'live', database: 'restarting' } })
    mend()
    await secondsUntilReady()
    // The database answers a moment before its supervisor hears of it.
    await expect.poll(() => health('live')).toEqual({ status: 200, body: { status: 'live' } })
    await stop()

    start({ DATABASE_RESTART_SECONDS: '5' })
    await started.until('Coverdesk is ready')
    const mendLate = breakDatabase()
    expect(await started.ended()).toEqual([1, null])
    expect(started.said()).toContain('The database died and could not be restarted for 5 seconds, so Coverdesk exits.')
    expect(started.said()).not.toContain('    at ')
    expect(serversOn(cluster)).toEqual([])
    mendLate()
    start()
    await started.until('Coverdesk is ready')
    await stop()
  },
  startTimeout,
)

/** Kills the database and hides a file without which it does not start; returns what puts the file back. */
function breakDatabase(): () => void {
  const control = join(cluster, 'global/pg_control')
  renameSync(control, `${control}.away`)
  killDatabase(cluster, 'the postmaster')
  return () => renameSync(`${control}.away`, control)
}

async function makeCarrier(): Promise<number> {
  const db = openPool(ownerUrlOf(dataDir, config), { size: 1 })
  try {
    const { rows } = await sql<{
      id: number
    }>`insert into carriers (name, code) values ('Killed Health', 'KH') returning id`.execute(db)
    return rows[0]?.id ?? 0
  } finally {
    await db.destroy()
  }
}

/** Kills the postmaster, some of its processes, or both. */
function killOneOf(round: number): string {
  const victims = databaseVictims[Math.max(0, (round % 4) - 1)] ?? 'the postmaster'
  killDatabase(cluster, victims)
  return victims
}

/** Kills the server, every third time with its database, and starts it again as a supervisor does. */
async function killServer(round: number): Promise<string> {
  if (round % 3 === 0) killDatabase(cluster, 'the postmaster')
  started.server.kill('SIGKILL')
  await once(started.server, 'exit')
  start()
  return round % 3 === 0 ? 'the server and the postmaster' : 'the server'
}

async function secondsUntilReady(): Promise<number> {
  const from = performance.now()
  const seconds = () => (performance.now() - from) / 1000
  // The kill takes effect only when the processes that were killed run next.
  await wait(100)
  while ((await health('ready')).status !== 200) {
    if (seconds() > maxDowntime) throw new Error(`Not ready within ${maxDowntime} s:\n${started.said()}`)
    await wait(100)
  }
  return seconds()
}

async function health(kind: 'live' | 'ready'): Promise<{ status: number; body: unknown }> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/health/${kind}`, { signal: AbortSignal.timeout(10_000) })
    return { status: answer.status, body: await answer.json() }
  } catch {
    return { status: 0, body: null }
  }
}

async function stop(): Promise<void> {
  started.server.kill('SIGINT')
  expect(await started.ended()).toEqual([0, null])
}

/** A free port below those that the system gives to others: between a kill and the next start nothing holds it. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000)
    const server = createServer().listen(port, '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    server.close()
    await once(server, 'close')
    return port
  }
}

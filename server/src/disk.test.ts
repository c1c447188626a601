import { once } from 'node:events'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { runningDatabase } from '@coverdesk/embedded-postgres/running-database.ts'
import { serversOn } from '@coverdesk/embedded-postgres/server-processes.ts'
import { sql } from 'kysely'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { sessionKeeper } from './platform/auth/session.ts'
import { databaseProduct } from './platform/config/database-product.ts'
import { readConfig } from './platform/config/read-config.ts'
import { openPool } from './platform/db/database.ts'
import { fillDisk, mountSmallDisk, unmountSmallDisk } from './testing/faults/small-disk.ts'
import { makeTestFolder, removeTestFolder } from './testing/test-folder.ts'
import { startOn, startTimeout } from './testing/test-start.ts'

let folder: string
let disk: string

beforeEach(() => {
  folder = makeTestFolder('coverdesk disk ')
  disk = join(folder, 'disk')
  mkdirSync(disk)
  // Registered first, so it runs after the test has unmounted the disk and stopped its servers.
  onTestFinished(() => removeTestFolder(folder))
})

test(
  'P-79 on a disk that fills up, changes, uploads and exports are refused with 507 while reading and signing in go on; full to the last byte nothing acknowledged is lost, and with space all goes on by itself',
  async (context) => {
    if (!mountSmallDisk(disk, 700)) {
      console.log('P-79 is not proven here: this user may not mount a small disk.')
      context.skip()
    }
    onTestFinished(() => unmountSmallDisk(disk))
    const dataDir = join(disk, 'data')
    const port = await freePort()
    const started = startOn(dataDir, { PORT: String(port), LOG_LEVEL: 'silent', SECOND_FACTOR: 'optional' })
    await started.until('Coverdesk is ready')
    const call = await callerOf(dataDir, `http://127.0.0.1:${port}`)
    const saved: number[] = []
    const save = async () => {
      const { status, body } = await call('POST', '/api/PTO', { startDate: '2030-01-07', endDate: '2030-01-08' })
      if (status === 200) saved.push(Number(body.id))
      return status
    }
    expect(await save()).toBe(200)
    expect(existsSync(join(dataDir, 'postgres.reserve'))).toBe(true)

    fillUp(100)
    await expect.poll(save).toBe(507)
    expect((await call('POST', '/api/PTO', {})).body.message).toContain("The server's disk is nearly full")
    expect((await call('GET', '/api/PTO', null, 'text/csv')).status).toBe(507)
    expect((await call('POST', '/api/FileUpload/check?fileName=a.csv', 'a,b')).status).toBe(507)
    expect((await call('GET', '/api/PTO')).status).toBe(200)
    expect(
      (await call('POST', '/identity/login', { user: 'unknown@agency.test', pass: 'Wrong-Password-1' })).status,
    ).toBe(401)
    expect((await call('GET', '/health/ready')).body).toEqual({ status: 'ready', disk: 'nearly full' })

    // Another program takes the rest, and what the reserve gave back.
    fillUp(0)
    await started.until('The reserve of 64 MB was given up')
    expect((await call('GET', '/api/PTO')).status).toBe(200)
    fillUp(0)
    // The log of changes finds no room: the database ends. It may come back with what that freed; without a byte it is kept waiting.
    await untilDead(dataDir)
    fillUp(0)
    for (const { pid } of serversOn(join(dataDir, 'postgres'))) killed(pid)
    await started.until('There is no space for the database.')
    expect((await call('GET', '/health/ready')).status).toBe(503)
    expect([503, 507]).toContain(await save())

    for (const file of fillers.splice(0)) rmSync(file)
    await expect.poll(save, { timeout: 30_000, interval: 200 }).toBe(200)
    expect((await call('GET', '/health/ready')).body).toEqual({ status: 'ready' })
    for (const id of saved) expect((await call('GET', `/api/PTO/${id}`)).status).toBe(200)
    expect(existsSync(join(dataDir, 'postgres.reserve'))).toBe(true)
    started.server.kill('SIGINT')
    expect(await once(started.server, 'exit')).toEqual([0, null])
  },
  startTimeout,
)

function killed(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}

const fillers: string[] = []

/** Fills the disk until about so many MB are left. */
function fillUp(left: number): void {
  const file = join(disk, `filler-${fillers.length}`)
  fillers.push(file)
  fillDisk(file, left)
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

interface Answer {
  status: number
  body: Record<string, unknown>
}

/** Calls as an administrator who decides about time off, over the network. */
async function callerOf(dataDir: string, url: string) {
  const config = readConfig({ DATA_DIR: dataDir, DEMO: 'off' })
  const db = openPool(ownerUrl(dataDir), { size: 1 })
  const user = await db
    .insertInto('users')
    .values({
      user_name: 'ana@agency.test',
      password_hash: 'none',
      roles: ['agent', 'administrator'],
      claims: ['view.PTO', 'admin.PTO', 'admin.UploadFile'],
      has_full_agent_access: true,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const token = await sessionKeeper({ ...config, secondFactor: 'optional' }).begin(db, user.id, {
    address: '127.0.0.1',
    userAgent: 'test',
  })
  await db.destroy()
  return async (method: string, path: string, sent: object | string | null = null, accept = 'application/json') => {
    const answer = await fetch(url + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        accept,
        ...(sent === null ? {} : { 'content-type': typeof sent === 'string' ? 'text/csv' : 'application/json' }),
      },
      ...(sent === null ? {} : { body: typeof sent === 'string' ? sent : JSON.stringify(sent) }),
    })
    const text = await answer.text()
    const result: Answer = { status: answer.status, body: text.startsWith('{') ? JSON.parse(text) : {} }
    return result
  }
}

function ownerUrl(dataDir: string): string {
  const { database } = readConfig({ DATA_DIR: dataDir, DEMO: 'off' })
  return (database.kind === 'embedded' && runningDatabase(databaseProduct, dataDir, database.ownerPassword)) || ''
}

/** Writes to the log of changes alone, past the application, which refuses, until the database is gone. */
async function untilDead(dataDir: string): Promise<void> {
  const db = openPool(ownerUrl(dataDir), { size: 1 })
  const write = () => sql`select pg_logical_emit_message(true, 'test', repeat('x', 1000000))`.execute(db)
  try {
    for (;;) await write()
  } catch (error) {
    expect(error).toMatchObject({ severity: 'PANIC' })
  } finally {
    await db.destroy()
  }
}

import { once } from 'node:events'
import { join } from 'node:path'
import { freePort } from '@coverdesk/embedded-postgres/open-embedded-postgres.ts'
import { runningDatabase } from '@coverdesk/embedded-postgres/running-database.ts'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '../../testing/test-database.ts'
import { makeTestFolder, removeTestFolder } from '../../testing/test-folder.ts'
import { expectRefusedStart, runCommand, startOn, startTimeout } from '../../testing/test-start.ts'
import { databaseProduct } from '../config/database-product.ts'
import { readConfig } from '../config/read-config.ts'
import { withConnection } from '../db/connection.ts'
import { checkInstallationKind, recordInstallationKind } from './installation-kind.ts'

const isDemo = 'This database holds a demo, whose password is public, and cannot become a real agency.'
const isAgency = 'This database belongs to a real agency, which DEMO=on would open to the demo accounts.'

describe('a database', () => {
  const requesting = (requestedKind: 'demo' | 'agency' | null) => ({ requestedKind })
  const user = (name: string) => `insert into users (user_name, password_hash) values ('${name}', 'none')`

  async function databaseWith(...statements: string[]): Promise<string> {
    const database = await testDatabase()
    onTestFinished(database.drop)
    await withConnection(database.url, 'test', async (client) => {
      for (const statement of statements) await client.query(statement)
    })
    return database.url
  }

  test('P-14 an empty database becomes what the first start asks for, or its default, and stays it', async () => {
    const url = await databaseWith()
    expect(await checkInstallationKind(url, requesting('demo'))).toBeNull()
    expect(await recordInstallationKind(url, requesting(null), null)).toBeNull()
    expect(await recordInstallationKind(url, requesting('agency'), 'demo')).toBe('agency')
    expect(await recordInstallationKind(url, requesting(null), 'demo')).toBe('agency')
    expect(await checkInstallationKind(url, requesting(null))).toBe('agency')
    await expect(checkInstallationKind(url, requesting('demo'))).rejects.toThrow(isAgency)
    await expect(recordInstallationKind(url, requesting('demo'), 'demo')).rejects.toThrow(isAgency)
  })

  test.each([
    ['demo accounts', 'demo', [user('admin@demo.test')]],
    ['demo accounts beside others', 'demo', [user('ana@agency.com'), user('admin@demo.test')]],
    ['closed demo accounts', 'agency', [user('closed-1@demo.invalid')]],
    ['users of its own', 'agency', [user('ana@agency.com')]],
    ['a carrier and no user', 'agency', [`insert into carriers (name, code) values ('Ours', 'OUR')`]],
    [
      'only a log of earlier starts',
      'agency',
      [
        `insert into log_entries (at, level, category, message, server) values (now(), 'Information', 'Server', 'x', 'y')`,
      ],
    ],
  ] as const)('P-14 a database from before with %s is taken for: %s', async (_, kind, statements) => {
    const url = await databaseWith(...statements)
    const other = kind === 'demo' ? 'agency' : 'demo'
    await expect(checkInstallationKind(url, requesting(other))).rejects.toThrow(kind === 'demo' ? isDemo : isAgency)
    expect(await recordInstallationKind(url, requesting(null), other)).toBe(kind)
    const { rows } = await withConnection(url, 'test', (client) => client.query('select kind from installation'))
    expect(rows).toEqual([{ kind }])
  })

  test('P-14 of two first starts that contradict each other one wins, and the other is refused', async () => {
    for (let round = 0; round < 10; round++) {
      const url = await databaseWith()
      const [demo, agency] = await Promise.allSettled([
        recordInstallationKind(url, requesting('demo'), 'demo'),
        recordInstallationKind(url, requesting('agency'), 'demo'),
      ])
      expect([demo.status, agency.status].sort()).toEqual(['fulfilled', 'rejected'])
      const kind = await checkInstallationKind(url, requesting(null))
      expect(kind).toBe(demo.status === 'fulfilled' ? 'demo' : 'agency')
    }
  })
})

describe('the program', () => {
  let folder: string
  beforeAll(() => {
    folder = makeTestFolder('coverdesk kind ')
  })
  afterAll(() => removeTestFolder(folder))

  const admin = 'ana@agency.example'
  const password = 'Marmalade-Sky-4711'
  const createAdmin = (dataDir: string, settings: Record<string, string> = {}) =>
    runCommand('create-admin', { dataDir, settings, args: ['--user', admin], input: `${password}\n` })

  /** Runs `work` beside a start that is ready, with its address and the database's, and stops it. */
  async function whileRunning(
    dataDir: string,
    settings: Record<string, string>,
    work: (run: {
      url: string
      users: () => Promise<string[]>
      until: (text: string) => Promise<void>
      said: () => string
    }) => Promise<void>,
  ): Promise<void> {
    const port = await freePort()
    const started = startOn(dataDir, { ...settings, PORT: String(port) })
    await started.until('Coverdesk is ready')
    await work({
      url: `http://127.0.0.1:${port}`,
      users: () => usersOf(dataDir),
      until: started.until,
      said: started.said,
    })
    started.server.kill('SIGINT')
    expect(await once(started.server, 'close')).toEqual([0, null])
  }

  async function usersOf(dataDir: string): Promise<string[]> {
    const { database } = readConfig({ DATA_DIR: dataDir })
    const url = database.kind === 'embedded' ? runningDatabase(databaseProduct, dataDir, database.ownerPassword) : null
    const { rows } = await withConnection(url ?? '', 'test', (client) =>
      client.query<{ user_name: string }>('select user_name from users order by id'),
    )
    return rows.map((row) => row.user_name)
  }

  test(
    'P-09 P-14 a real agency that is started without DEMO=off stays one: no demo accounts, and the second factor is required',
    async () => {
      const dataDir = join(folder, 'agency')
      expect(createAdmin(dataDir)).toEqual({ code: 0, said: expect.stringContaining('is an administrator now') })
      for (const DEMO of ['', 'off'])
        await whileRunning(dataDir, { DEMO }, async ({ url, users, said }) => {
          expect(said()).not.toContain('demo')
          expect(await users()).toEqual([admin])
          const post = { method: 'POST', headers: { 'content-type': 'application/json' } }
          const login = await fetch(`${url}/identity/login`, {
            ...post,
            body: JSON.stringify({ user: admin, pass: password }),
          })
          const { token } = (await login.json()) as { token: string }
          const policies = await fetch(`${url}/api/Policies`, { headers: { authorization: `Bearer ${token}` } })
          expect(await policies.json()).toMatchObject({ code: 'second_factor.needed' })
          await fetch(`${url}/identity/logout`, {
            ...post,
            body: '{}',
            headers: { ...post.headers, authorization: `Bearer ${token}` },
          })
        })
      await expectRefusedStart(dataDir, { DEMO: 'on' }, isAgency)
      for (const name of ['backup', 'migrate', 'reseal'])
        expect([name, runCommand(name, { dataDir, settings: { DEMO: 'on' } })]).toEqual([
          name,
          { code: 1, said: expect.stringContaining(isAgency) },
        ])
      expect(runCommand('migrate', { dataDir })).toEqual({ code: 0, said: expect.stringContaining('up to date') })
    },
    startTimeout,
  )

  test(
    'P-14 npm start on a fresh folder shows the demo and says how to get an agency; with DEMO=off it is refused, and its accounts stay open',
    async () => {
      const dataDir = join(folder, 'demo')
      await whileRunning(dataDir, { DEMO: '', DEMO_SIZE: '250' }, async ({ users, until }) => {
        await until('For a real agency choose a new data folder: DATA_DIR=/path/to/agency DEMO=off npm start')
        expect(await users()).toContain('admin@demo.test')
      })
      await expectRefusedStart(dataDir, { DEMO: 'off' }, isDemo)
      expect(createAdmin(dataDir)).toEqual({ code: 1, said: expect.stringContaining('No administrator was created') })
      await whileRunning(dataDir, { DEMO: '', DEMO_SIZE: '250' }, async ({ users, said }) => {
        expect(said()).not.toContain('Seeding')
        expect(await users()).toContain('admin@demo.test')
        expect(await users()).not.toContain(admin)
      })
    },
    startTimeout,
  )
})

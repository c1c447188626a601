import { chownSync, cpSync, existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { databaseBinaries } from '@coverdesk/embedded-postgres/database-binaries.ts'
import { resolveLocation } from '@coverdesk/embedded-postgres/resolve-location.ts'
import { serversOn } from '@coverdesk/embedded-postgres/server-processes.ts'
import { startServer, stopServer } from '@coverdesk/embedded-postgres/start-server.ts'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { auditKey, auditMac } from './platform/audit/audit-mac.ts'
import { databaseProduct } from './platform/config/database-product.ts'
import { readConfig } from './platform/config/read-config.ts'
import { withConnection } from './platform/db/connection.ts'
import { testCertificate } from './platform/http/listen/test-certificate.ts'
import { proveAuditSecret } from './platform/installation/audit-secret-check.ts'
import { clockDifference } from './platform/installation/clock-difference.ts'
import { recordInstallationKind } from './platform/installation/installation-kind.ts'
import { testDatabase } from './testing/test-database.ts'
import { makeTestFolder, removeTestFolder } from './testing/test-folder.ts'
import { expectRefusedStart, runCommand, startTimeout } from './testing/test-start.ts'

/** One real agency, made by `create-admin` and stopped. */
let folder: string
let dataDir: string
const strong = (use: string) => `a-${use}-secret-for-tests-0123456789-abcdefghij`
const ownDatabase = { TOKEN_SECRET: strong('token'), FIELD_SECRET: strong('field'), AUDIT_SECRET: strong('audit') }

beforeAll(() => {
  folder = makeTestFolder('coverdesk refused ')
  dataDir = join(folder, 'agency')
  const made = runCommand('create-admin', {
    dataDir,
    args: ['--user', 'ana@agency.example'],
    input: 'Marmalade-Sky-4711\n',
  })
  expect(made).toEqual({ code: 0, said: expect.stringContaining('is an administrator now') })
})
afterAll(() => removeTestFolder(folder))

test(
  'a port that is taken is said before anything is made, on a new data folder and on an old one',
  async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void taken.close())
    await new Promise((resolve) => taken.once('listening', resolve))
    const address = taken.address()
    const port = String(typeof address === 'object' && address ? address.port : 0)
    const sentence = `Port ${port} on 127.0.0.1 is taken. Stop what uses it, or choose another with PORT=…`
    await expectRefusedStart(join(folder, 'new'), { PORT: port }, sentence)
    await expectRefusedStart(dataDir, { PORT: port, DEMO: '' }, sentence)
  },
  startTimeout,
)

test(
  'P-69 a real agency is refused beyond this machine without TLS, also when only its database tells that it is one',
  async () => {
    const sentence = 'HOST=0.0.0.0 without TLS sends passwords and people'
    await expectRefusedStart(join(folder, 'new'), { HOST: '0.0.0.0', DEMO: 'off' }, sentence)
    await expectRefusedStart(dataDir, { HOST: '0.0.0.0', DEMO: '' }, sentence)
  },
  startTimeout,
)

test(
  'P-69 a certificate that cannot be used is refused before anything is made',
  async () => {
    const { cert, key } = testCertificate({ from: -30, until: -1 })
    const [TLS_CERT, TLS_KEY] = [join(folder, 'old.crt'), join(folder, 'old.key')]
    writeFileSync(TLS_CERT, cert)
    writeFileSync(TLS_KEY, key)
    await expectRefusedStart(join(folder, 'new'), { TLS_CERT, TLS_KEY }, `the certificate in ${TLS_CERT} expired on`)
    await expectRefusedStart(join(folder, 'new'), { TLS_CERT }, 'TLS_CERT and TLS_KEY are only good together.')
  },
  startTimeout,
)

test(
  'P-65 a database whose secrets.json is missing or another refuses the start, makes none and leaves no PostgreSQL running',
  async () => {
    const file = join(dataDir, 'secrets.json')
    const aside = join(folder, 'secrets.json.aside')
    renameSync(file, aside)
    await expectRefusedStart(dataDir, { DEMO: '' }, `secrets.json is missing in ${dataDir}`)
    expect(existsSync(file)).toBe(false)
    for (const name of ['backup', 'create-admin'])
      expect(runCommand(name, { dataDir, args: name === 'backup' ? [] : ['--user', 'a@b.example'] })).toEqual({
        code: 1,
        said: expect.stringContaining('secrets.json is missing'),
      })
    readConfig({ DATA_DIR: join(folder, 'stranger') })
    cpSync(join(folder, 'stranger', 'secrets.json'), file)
    const before = readFileSync(file, 'utf8')
    await expectRefusedStart(dataDir, { DEMO: '' }, 'The database does not accept the password in secrets.json')
    expect(runCommand('migrate', { dataDir }).said).toContain('does not accept the password')
    expect(serversOn(join(dataDir, 'postgres'))).toEqual([])
    expect(readFileSync(file, 'utf8')).toBe(before)
    renameSync(aside, file)
  },
  startTimeout,
)

test(
  'P-65 P-72 a start or command with another AUDIT_SECRET is refused, and the record stays whole',
  async () => {
    const sentence = 'was written with another AUDIT_SECRET'
    const wrong = { AUDIT_SECRET: strong('wrong'), DEMO: '' }
    await expectRefusedStart(dataDir, wrong, sentence)
    const args = ['--user', 'eve@agency.example']
    expect(runCommand('create-admin', { dataDir, settings: wrong, args, input: 'Marmalade-Sky-4711\n' })).toEqual({
      code: 1,
      said: expect.stringContaining(sentence),
    })
    expect(runCommand('backup', { dataDir, settings: wrong }).said).toContain(sentence)
    expect(runCommand('verify-audit', { dataDir })).toEqual({
      code: 0,
      said: expect.stringContaining('The audit record is whole.'),
    })
  },
  startTimeout,
)

test(
  'P-65 a record from before the check is held against its newest events, of which some may have been altered',
  async () => {
    const database = await testDatabase()
    onTestFinished(database.drop)
    const row = {
      user_id: null,
      session_id: null,
      action: 'read',
      entity: 'user',
      entity_id: null,
      outcome: 'done',
      address: null,
      request_id: null,
      subjects: null,
      facts: {},
    } as const
    const add = (mac: Buffer) =>
      withConnection(database.url, 'test', (client) =>
        client.query(
          `insert into audit_events (action, entity, outcome, facts, mac) values ('read', 'user', 'done', '{}', $1)`,
          [mac],
        ),
      )
    await recordInstallationKind(database.url, { requestedKind: null }, 'agency')
    await add(auditMac(auditKey(strong('audit')), row))
    await add(Buffer.alloc(24, 1))
    await expect(proveAuditSecret(database.url, strong('wrong'))).rejects.toThrow('another AUDIT_SECRET')
    await proveAuditSecret(database.url, strong('audit'))
    await expect(proveAuditSecret(database.url, strong('wrong'))).rejects.toThrow('another AUDIT_SECRET')
    await proveAuditSecret(database.url, strong('audit'))
  },
  startTimeout,
)

test(
  'P-89 a database that is a standby, or may only be read, is refused in a sentence',
  async () => {
    const database = await testDatabase()
    onTestFinished(database.drop)
    const readOnly = `${database.url}?options=${encodeURIComponent('-c default_transaction_read_only=on')}`
    const settings = { ...ownDatabase, DEMO: '' }
    await expectRefusedStart(
      join(folder, 'new'),
      { ...settings, DATABASE_URL: readOnly },
      'The database at DATABASE_URL is read-only',
    )

    const place = resolveLocation(databaseProduct, join(folder, 'standby'), () => undefined)
    cpSync(resolveLocation(databaseProduct, dataDir, () => undefined).data, place.data, {
      recursive: true,
      preserveTimestamps: true,
    })
    const { run, user } = place
    own(place.data, user)
    writeFileSync(join(place.data, 'standby.signal'), '')
    const { database: embedded } = readConfig({ DATA_DIR: dataDir })
    const password = embedded.kind === 'embedded' ? embedded.ownerPassword : ''
    const url = `postgresql://coverdesk_owner:${encodeURIComponent(password)}@${encodeURIComponent(run)}:5432/coverdesk`
    const options = ['-c', 'listen_addresses=', '-k', run, '-p', '5432']
    const standby = await startServer(
      place,
      databaseBinaries(databaseProduct, user, () => undefined),
      options,
      url,
      () => undefined,
    )
    onTestFinished(() => stopServer(standby))
    await expectRefusedStart(
      join(folder, 'new'),
      { ...settings, DATABASE_URL: url },
      'The database at DATABASE_URL is a standby',
    )
  },
  startTimeout,
)

/** Copies of root belong to the user who runs the database. */
function own(path: string, user: { uid: number; gid: number } | undefined): void {
  if (!user) return
  for (const name of ['', ...readdirSync(path, { recursive: true, encoding: 'utf8' })])
    chownSync(join(path, name), user.uid, user.gid)
}

test(
  'P-82 a clock that differs from the database’s is said with how much, one that agrees is not',
  async () => {
    const { url } = inject('testCluster')
    expect(await clockDifference(url)).toBeNull()
    const shifted = (hours: number) => () => Date.now() + hours * 3_600_000
    expect(await clockDifference(url, shifted(24))).toContain('24 hours ahead of the database')
    expect(await clockDifference(url, shifted(-24))).toContain('24 hours behind the database')
    expect(await clockDifference(url, shifted(0.1))).toContain('6 minutes ahead of')
  },
  startTimeout,
)

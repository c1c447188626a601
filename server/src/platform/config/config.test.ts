import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { configFor } from './config.ts'
import { doubtfulSettings } from './doubtful-settings.ts'
import { readConfig } from './read-config.ts'

let dataDir: string
const strong = 'Zx81-qwertzuiop-4711-asdfghjkl-0815-yxcv'
const other = ['87-yxcvbnm-0123-poiuztrewq-9876-lkjhgfdsa', '12-mnbvcxy-6543-qwertzuiop-2468-asdfghjkl']
const secrets = { TOKEN_SECRET: strong, FIELD_SECRET: other[0] ?? '', AUDIT_SECRET: other[1] ?? '' }
const external = { DATABASE_URL: 'postgresql://me:secret@localhost/base' }

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'config-'))
})

afterEach(() => rmSync(dataDir, { recursive: true }))

const read = (env: Record<string, string>) => readConfig({ DATA_DIR: dataDir, ...env })

test('P-09 P-14 without settings it is the embedded database on this machine only, and its kind decides about the second factor and backups', () => {
  expect(read({})).toMatchObject({
    port: 8080,
    host: '127.0.0.1',
    publicUrl: 'http://127.0.0.1:8080',
    database: { kind: 'embedded' },
    requestedKind: null,
    demoSize: 20_000,
    drainSeconds: 0,
    databaseRestartSeconds: 300,
    inactivitySeconds: 900,
    logLevel: 'info',
  })
  expect(configFor('demo', read({}))).toMatchObject({
    demo: true,
    secondFactor: 'optional',
    backupEveryHours: null,
    backupProveHours: null,
  })
  expect(configFor('agency', read({}))).toMatchObject({
    demo: false,
    secondFactor: 'required',
    backupEveryHours: 24,
    backupProveHours: 24,
  })
  const chosen = read({ SECOND_FACTOR: 'required', BACKUP_EVERY_HOURS: 'off' })
  expect(configFor('demo', chosen)).toMatchObject({
    secondFactor: 'required',
    backupEveryHours: null,
    backupProveHours: null,
  })
  expect(configFor('agency', chosen)).toMatchObject({
    secondFactor: 'required',
    backupEveryHours: null,
    backupProveHours: null,
  })
  expect(configFor('agency', read({ ...external, ...secrets })).backupEveryHours).toBeNull()
  expect(read({ DEMO: 'off' }).requestedKind).toBe('agency')
  expect(read({ DEMO: 'on' }).requestedKind).toBe('demo')
})

test('P-14 the first start makes random secrets of its own, kept with mode 600, and later starts keep them', () => {
  const first = read({}).tokenSecret
  expect(Buffer.byteLength(first)).toBeGreaterThanOrEqual(32)
  expect(statSync(join(dataDir, 'secrets.json')).mode & 0o777).toBe(0o600)
  expect(read({}).tokenSecret).toBe(first)
  const other = mkdtempSync(join(tmpdir(), 'config-'))
  expect(readConfig({ DATA_DIR: other }).tokenSecret).not.toBe(first)
  rmSync(other, { recursive: true })
})

test.each([['short'], ['a'.repeat(64)], ['changeme'.repeat(8)]])('P-14 the weak secret %s is refused', (weak) => {
  expect(() => read({ TOKEN_SECRET: weak })).toThrow('TOKEN_SECRET is too weak')
})

test('P-14 a missing secret is rejected with an external database', () => {
  expect(() => read(external)).toThrow('TOKEN_SECRET is required with DATABASE_URL')
  expect(() => read({ ...external, TOKEN_SECRET: strong })).toThrow('FIELD_SECRET is required with DATABASE_URL')
  expect(read({ ...external, ...secrets })).toMatchObject({ tokenSecret: strong, requestedKind: null })
})

test('P-14 secrets that a later version brought are added to those of an older folder, which stay', () => {
  read({})
  const { token, databaseOwner, databaseApp } = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8'))
  writeFileSync(join(dataDir, 'secrets.json'), JSON.stringify({ token, databaseOwner, databaseApp }))
  const { tokenSecret, fieldSecret, auditSecret } = read({})
  expect(tokenSecret).toBe(token)
  expect(read({})).toMatchObject({ fieldSecret, auditSecret })
  expect(statSync(join(dataDir, 'secrets.json')).mode & 0o777).toBe(0o600)
})

test('P-14 a damaged secrets file is rejected and unchanged', () => {
  writeFileSync(join(dataDir, 'secrets.json'), '{}')
  expect(() => read({})).toThrow('secrets.json is damaged. Put back the copy that you keep apart from the backups')
  expect(readFileSync(join(dataDir, 'secrets.json'), 'utf8')).toBe('{}')
})

test('one error lists all invalid settings, each with what to do', () => {
  const bad = { PORT: 'http', HOST: 'a b', DEMO: 'maybe', DEMO_SIZE: 'many', LOG_LEVEL: 'loud', PUBLIC_URL: 'portal' }
  expect(() => read(bad)).toThrow(
    [
      'Coverdesk cannot start with these settings:',
      'PORT must be a whole number.',
      'HOST must be a host name or an address.',
      'PUBLIC_URL must be a full address such as https://portal.example.com.',
      'DEMO must be on or off.',
      'DEMO_SIZE must be a number of policies such as 20000, 20k or 1m.',
      'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent.',
    ].join('\n  - '),
  )
})

test.each([
  ['20k', 20_000],
  ['1m', 1_000_000],
  ['1M', 1_000_000],
  ['250', 250],
])('DEMO_SIZE %s means %d policies', (text, count) => {
  expect(read({ DEMO_SIZE: text }).demoSize).toBe(count)
})

test.each([
  'postgresql://me:secret@db.example.com/base',
  'postgresql://me:secret@db.example.com/base?sslmode=require',
  'postgresql://me:secret@10.0.0.7/base?sslmode=disable',
  'postgresql://me:secret@localhost/base?host=db.example.com',
  'postgresql://me:secret@localhost,db.example.com/base?target_session_attrs=read-write',
])('P-69 a database elsewhere without verified TLS is refused: %s', (url) => {
  expect(() => read({ DATABASE_URL: url, ...secrets })).toThrow('without verified TLS')
})

test.each([
  'postgresql://me:secret@db.example.com/base?sslmode=verify-full',
  'postgresql://me:secret@127.0.0.1:5433/base',
  'postgresql://me:secret@[::1]/base',
  'postgresql://me:sec@ret@localhost/base',
  'postgresql://me:secret@%2Frun%2Fpostgresql/base',
  'postgresql://me:secret@/base?host=/run/postgresql',
  'postgresql://me:secret@a.example.com:5432,b.example.com:5433/base?sslmode=verify-full&target_session_attrs=read-write',
  'postgresql://me:secret@/base?host=/run/a,/run/b&port=5432,5433&target_session_attrs=primary',
])('P-69 a database on this machine or with verified TLS is taken: %s', (url) => {
  expect(read({ DATABASE_URL: url, ...secrets }).database).toEqual({ kind: 'external', url })
})

test.each([
  ['postgresql://me:secret@localhost:5432,localhost:5433/base', 'must say which of its servers to use'],
  [
    'postgresql://me:secret@localhost,localhost/base?target_session_attrs=standby',
    'Add target_session_attrs=read-write',
  ],
  ['postgresql://me:secret@localhost/base?target_session_attrs=writer', 'must look like'],
  ['postgresql://me:secret@/base?host=/run/a,/run/b,/run/c&port=5432,5433', 'must look like'],
  ['postgresql://me:secret@db host/base', 'must look like'],
  ['postgresql://me:secret@%ff/base', 'must look like'],
])('P-89 a database of several servers needs the role of the one to use: %s', (url, sentence) => {
  expect(() => read({ DATABASE_URL: url, ...secrets })).toThrow(sentence)
})

test('the Marketplace API of CMS needs its key, and has an address of its own', () => {
  const key = 'cms-key-0123456789'
  expect(read({}).cms).toBeNull()
  expect(read({ CMS_API_KEY: key }).cms).toEqual({ url: 'https://marketplace.api.healthcare.gov/api/v1', key })
  expect(read({ CMS_API_KEY: key, CMS_API_URL: 'http://127.0.0.1:9000/api/v1/' }).cms?.url).toBe(
    'http://127.0.0.1:9000/api/v1',
  )
  expect(() => read({ CMS_API_KEY: 'short' })).toThrow('CMS_API_KEY must be the key')
  expect(() => read({ CMS_API_URL: 'http://cms.test' })).toThrow('CMS_API_URL must be an address')
})

test('P-84 an exchange needs all its settings, an https or local address, and its own marketplace', () => {
  const marketplace = { MARKETPLACE_URL: 'https://exchange.test/redirect', MARKETPLACE_SECRET: strong }
  const set = { EXCHANGE_URL: 'https://exchange.test/v1/', EXCHANGE_KEY: 'key-0123456789-abc', ...marketplace }
  expect(read({}).exchange).toBeNull()
  expect(read(set).exchange).toEqual({ url: 'https://exchange.test/v1', key: 'key-0123456789-abc' })
  expect(read({ ...set, EXCHANGE_URL: 'http://127.0.0.1:9000' }).exchange?.url).toBe('http://127.0.0.1:9000')
  for (const url of [
    'http://exchange.test',
    'http://127.0.0.1.exchange.test',
    'https://me:word@exchange.test',
    'ftp://x',
  ])
    expect(() => read({ ...set, EXCHANGE_URL: url })).toThrow('EXCHANGE_URL must be an address such as https://')
  expect(() => read({ ...set, EXCHANGE_KEY: 'two\nlines-of-a-key-0123' })).toThrow('EXCHANGE_KEY must be the key')
  expect(() => read({ ...set, EXCHANGE_KEY: '' })).toThrow('EXCHANGE_URL and EXCHANGE_KEY are only good together')
  expect(() => read({ ...set, MARKETPLACE_URL: '', MARKETPLACE_SECRET: '' })).toThrow('MARKETPLACE_URL is required')
})

test('P-69 a standby needs a database of your own, and verified TLS beyond this machine', () => {
  const set = { ...external, ...secrets, DATABASE_REPLICA_URL: 'postgresql://me:secret@db.example.com/base' }
  expect(() => read(set)).toThrow('DATABASE_REPLICA_URL leads to another machine')
  expect(() => read({ DATABASE_REPLICA_URL: external.DATABASE_URL })).toThrow('DATABASE_REPLICA_URL needs DATABASE_URL')
  expect(read({ ...set, DATABASE_REPLICA_URL: external.DATABASE_URL }).replicaUrl).toBe(external.DATABASE_URL)
  expect(read({ ...external, ...secrets }).replicaUrl).toBeNull()
})

test('copies of backups need all settings of the bucket, an https or local address, and a secret of their own with DATABASE_URL', () => {
  const bucket = { BACKUP_S3_BUCKET: 'coverdesk-backups', BACKUP_S3_KEY_ID: 'key', BACKUP_S3_SECRET: 'secret-of-key' }
  const set = { BACKUP_S3_URL: 'https://s3.example.com/', ...bucket }
  expect(read({}).offSite).toBeNull()
  expect(read(set).offSite).toEqual({
    url: 'https://s3.example.com',
    region: 'us-east-1',
    bucket: 'coverdesk-backups',
    keyId: 'key',
    secret: 'secret-of-key',
    retention: { newest: 1, days: 7, weeks: 5, months: 12 },
  })
  expect(() => read({ ...set, BACKUP_S3_URL: 'http://s3.example.com' })).toThrow('BACKUP_S3_URL must be an address')
  expect(() => read({ BACKUP_S3_URL: 'https://s3.example.com', BACKUP_S3_BUCKET: 'coverdesk-backups' })).toThrow(
    'BACKUP_S3_KEY_ID and BACKUP_S3_SECRET are missing for copies of backups.',
  )
  expect(() => read({ ...external, ...secrets, ...set })).toThrow(
    'BACKUP_SECRET is required with DATABASE_URL and BACKUP_S3_URL.',
  )
})

test('a setting comes from the file that NAME_FILE names, and a file that is missing, empty or given twice is refused', () => {
  const file = join(dataDir, 'token')
  writeFileSync(file, `${strong}\n`)
  expect(read({ TOKEN_SECRET_FILE: file }).tokenSecret).toBe(strong)
  expect(() => read({ TOKEN_SECRET_FILE: file, TOKEN_SECRET: strong })).toThrow(
    'TOKEN_SECRET and TOKEN_SECRET_FILE are both set. Unset one of them, so that it is clear which counts.',
  )
  expect(() => read({ TOKEN_SECRET_FILE: `${file}s` })).toThrow('which this user cannot read')
  writeFileSync(file, '\n')
  expect(() => read({ TOKEN_SECRET_FILE: file })).toThrow('which is empty')
})

test('a variable that is nearly a setting, or of its family, is named with the setting that counts; others are left alone', () => {
  const nothing = {
    PATH: '/bin',
    HOSTNAME: 'x',
    OTEL_SERVICE_NAME: 'x',
    SMTP_URL_FILE: '/run/smtp',
    MAIL_FROM: 'a@b.test',
  }
  expect(doubtfulSettings({ ...nothing, SMTP_HOST: ' ' })).toEqual([])
  const about = (name: string) => doubtfulSettings({ [name]: 'x' }).join()
  for (const name of ['SMPT_URL', 'SMTP_URLS', 'SMTP_UR', 'SMTP_URI', 'SMPT_URL_FILE'])
    expect(about(name), name).toMatch(/ is no setting of Coverdesk and has no effect\. SMTP_URL is one\.$/)
  expect(about('BACKUP_EVERY_HOUR')).toContain('BACKUP_EVERY_HOURS is one.')
  expect(about('SMTP_PASSWORD')).toContain('docs/configuration.md lists them all.')
  expect(about('MAIL_FROM')).toBe('MAIL_FROM is set without SMTP_URL: no email goes out.')
})

test.each(['10.0.0', '10.0.0.1/33', '0.0.0.0/0', 'fd00::/129', 'fe80::1%eth0', 'cafe'])(
  'TRUSTED_PROXIES=%s is refused with a sentence, like other settings',
  (proxies) => {
    expect(() => read({ TRUSTED_PROXIES: `127.0.0.1, ${proxies}` })).toThrow(
      'TRUSTED_PROXIES must be addresses or networks such as 10.0.0.0/8, separated by commas.',
    )
  },
)

test('proxies are addresses and networks of both versions', () => {
  const proxies = ['127.0.0.1', '10.0.0.0/8', '::1', 'fd00::/8', '::ffff:10.0.0.1']
  expect(read({ TRUSTED_PROXIES: proxies.join(', ') }).trustedProxies).toEqual(proxies)
})

test('P-69 a text gateway on another machine is reached over TLS: its token and the codes of texts are secret', () => {
  const set = { SMS_ACCOUNT: 'AC0', SMS_TOKEN: 'token', SMS_FROM: '+13055550100' }
  expect(() => read({ ...set, SMS_URL: 'http://sms.example.com' })).toThrow(
    'SMS_URL must be the address of the gateway',
  )
  expect(read({ ...set, SMS_URL: 'http://127.0.0.1:9/' }).sms?.url).toBe('http://127.0.0.1:9')
  expect(read(set).sms?.url).toBe('https://api.twilio.com')
})

import { hostname } from 'node:os'
import { isAbsolute, join, resolve } from 'node:path'
import type { Audience } from '@coverdesk/domain/handoffs/handoff-contract.ts'
import { enrollmentYears, notificationDays } from '@coverdesk/domain/retention/retention-classes.ts'
import { z } from 'zod'
import { BootFailure } from '../runtime/boot-failure.ts'
import { projectRoot } from '../runtime/project-root.ts'
import { databaseUrlProblem } from './database-url.ts'
import { keptSecrets } from './secrets-file.ts'

/** `demo`: sample data and accounts with a public password. `agency`: production. Stored once in the database. */
export type InstallationKind = 'demo' | 'agency'

/** All settings and the kind of the installation; see the table in the README. */
export type Config = {
  port: number
  host: string
  /** PEM files of the certificate chain and its key; null for plain HTTP. */
  tls: TlsFiles | null
  /** Allows plain HTTP on network addresses. */
  insecureHttp: boolean
  /** Base of links in mails and documents, without trailing slash. */
  publicUrl: string
  /** Absolute. */
  dataDir: string
  database: EmbeddedDatabase | { kind: 'external'; url: string }
  /** Seconds of failed restarts of the embedded database after which the server exits. */
  databaseRestartSeconds: number
  demo: boolean
  /** Number of policies in the demo. */
  demoSize: number
  /** Signs session tokens; at least 32 bytes. */
  tokenSecret: string
  /** Seals single fields of the database (AES-256-GCM), such as authenticator secrets; at least 32 bytes. */
  fieldSecret: string
  /** Earlier field secrets, which still decrypt old values. */
  fieldSecretsEarlier: string[]
  /** Key of the audit log's MACs (HMAC-SHA-256); at least 32 bytes. */
  auditSecret: string
  /** `required`: staff needs a second factor, administrators an authenticator app. `optional`: who turned it on. */
  secondFactor: 'required' | 'optional'
  /** The rule for new passwords: the specification's, or that of NIST SP 800-63B-4 (15 to 128, no composition). */
  passwordPolicy: 'default' | 'nist'
  /** Restricts the user list to one organization, or null. */
  org: string | null
  /** Addresses and networks (CIDR) of proxies whose X-Forwarded-For is trusted. */
  trustedProxies: string[]
  /** Origins of other pages that may call the API (CORS). */
  corsOrigins: string[]
  /** Null: no mail is sent; a demo shows it at /outbox. */
  mail: { url: string; from: string } | null
  /** Gateway with Twilio's REST API. Null: no text messages. */
  sms: { url: string; account: string; token: string; from: string } | null
  /** Secret of the webhook for inbound e-mail. Null: no inbound e-mail. */
  mailInboundSecret: string | null
  /** Applications that users can switch to, with the secret for redeeming tokens. Null: not set up. */
  handOffs: Record<Audience, HandOffReceiver | null>
  /** Remote marketplace. Null: the built-in sandbox. */
  exchange: { url: string; key: string } | null
  inactivitySeconds: number
  /** Host name with an inactivity timeout of 3600 s. */
  inactivityLongHost: string | undefined
  /** Retention of leads and customers in years after their last use; null: unlimited. */
  retentionPeopleYears: number | null
  /** Retention of offline applications in years; null: unlimited. */
  retentionEnrollmentYears: number | null
  /** Retention of notifications in days. */
  retentionNotificationDays: number
  /** Absolute path of a JSON file with the agency's own brands. */
  brandsFile: string | undefined
  /** Encrypts backups; at least 32 bytes. Null: backups are not set up. */
  backupSecret: string | null
  /** Absolute. */
  backupDir: string
  /** Number of backups to retain. */
  backupKeep: number
  /** Hours between automatic backups; null for none. */
  backupEveryHours: number | null
  /** Hours between automatic checks of the audit log; null for none. */
  auditVerifyHours: number | null
  /** ClamAV daemon for attachments. Null: no scan. */
  virusScanner: ScannerAddress | null
  /** Operator's statement that the storage is encrypted where the server cannot detect it. */
  diskEncryptionStated: boolean
  /** Name of this node in the log. */
  serverName: string
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'
}

/** A Unix socket or a TCP port. */
export type ScannerAddress = { path: string } | { host: string; port: number }

/** Settings whose default depends on the kind of the installation. */
interface KindDefaults {
  /** Kind set by DEMO; null if unset, so that the stored kind decides. */
  requestedKind: InstallationKind | null
  secondFactor: Config['secondFactor'] | undefined
  backupEveryHours: Config['backupEveryHours'] | undefined
  auditVerifyHours: Config['auditVerifyHours'] | undefined
}

/** Settings before the kind of the installation is known; `configFor` completes them. */
export type StartConfig = Omit<Config, 'demo' | keyof KindDefaults> & KindDefaults

/** `returns`: the application receives a return address. */
export interface HandOffReceiver {
  url: string
  secret: string
  returns: boolean
}

/** Absolute paths. */
export interface TlsFiles {
  cert: string
  key: string
}

/** Passwords of the two roles of the embedded database. */
export type EmbeddedDatabase = { kind: 'embedded'; ownerPassword: string; appPassword: string }

const wholeNumber = (from: number, to: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, { error: 'must be a whole number' })
    .transform(Number)
    .refine((n) => n >= from && n <= to, { error: `must be between ${from} and ${to}` })

/** Retention in years with a minimum, or unlimited. */
const years = (least: number) =>
  z.union([z.literal('never').transform(() => null), wholeNumber(least, 100)], {
    error: `must be between ${least} and 100, or never`,
  })

const hoursOrOff = z.union([z.literal('off').transform(() => null), wholeNumber(1, 8_760)], {
  error: 'must be between 1 and 8760, or off',
})

const onOff = z
  .enum(['on', 'off', 'true', 'false', '1', '0', 'yes', 'no'], { error: 'must be on or off' })
  .transform((word) => ['on', 'true', '1', 'yes'].includes(word))

const secret = z.string().refine(isStrong, {
  error: 'is too weak: it must hold at least 32 random bytes. Make one with: openssl rand -base64 48',
})

const outsideAddress = z.url({
  protocol: /^https?$/,
  error: 'must be a full address such as https://exchange.example.com/redirect',
})

const wordList = (shape: RegExp, error: string) =>
  z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((word) => word.trim())
        .filter(Boolean),
    )
    .refine((words) => words.every((word) => shape.test(word)), { error })

const Settings = z.object({
  PORT: wholeNumber(0, 65_535).default(8080),
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/, { error: 'must be a host name or an address' })
    .default('127.0.0.1'),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'must be a full address such as https://portal.example.com' })
    .transform((url) => url.replace(/\/+$/, ''))
    .optional(),
  TLS_CERT: z.string().optional(),
  TLS_KEY: z.string().optional(),
  INSECURE_HTTP: onOff.default(false),
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: z
    .string()
    .superRefine((url, context) => {
      const message = databaseUrlProblem(url)
      if (message) context.addIssue({ code: 'custom', message })
    })
    .optional(),
  DATABASE_RESTART_SECONDS: wholeNumber(5, 86_400).default(300),
  DEMO: onOff.optional(),
  DEMO_SIZE: z
    .string()
    .regex(/^\d{1,8}[km]?$/i, { error: 'must be a number of policies such as 20000, 20k or 1m' })
    .transform(policyCount)
    .refine((n) => n >= 1 && n <= 10_000_000, { error: 'must be between 1 and 10m' })
    .default(20_000),
  TOKEN_SECRET: secret.optional(),
  FIELD_SECRET: secret.optional(),
  FIELD_SECRET_OLD: wordList(/^.{32,}$/, 'must be the earlier secrets whole, separated by commas'),
  AUDIT_SECRET: secret.optional(),
  SECOND_FACTOR: z.enum(['required', 'optional'], { error: 'must be required or optional' }).optional(),
  PASSWORD_POLICY: z.enum(['default', 'nist'], { error: 'must be default or nist' }).default('default'),
  ORG: z.string().trim().max(100).optional(),
  TRUSTED_PROXIES: wordList(
    /^[\da-f.:]+(\/\d{1,3})?$/i,
    'must be addresses or networks such as 10.0.0.0/8, separated by commas',
  ),
  CORS_ORIGINS: wordList(
    /^https?:\/\/[\w.-]+(:\d+)?$/,
    'must be origins such as https://www.example.com, separated by commas',
  ),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must be an address such as smtp://user:password@mail.example.com:587' })
    .optional(),
  MAIL_FROM: z
    .string()
    .regex(/^(?:[^\r\n<>]{0,80}<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/, {
      error: 'must be an address such as Coverdesk <no-reply@example.com>',
    })
    .optional(),
  SMS_ACCOUNT: z.string().regex(/^\w+$/, { error: 'must be the account id of the gateway' }).optional(),
  SMS_TOKEN: z.string().optional(),
  SMS_FROM: z
    .string()
    .regex(/^\+\d{8,15}$/, { error: 'must be a number such as +13055550100' })
    .optional(),
  MAIL_INBOUND_SECRET: secret.optional(),
  SMS_URL: z
    .url({ protocol: /^https?$/, error: 'must be the address of the gateway' })
    .default('https://api.twilio.com'),
  MARKETPLACE_URL: outsideAddress.optional(),
  MARKETPLACE_SECRET: secret.optional(),
  MARKETPLACE_RETURN_URL: onOff.default(false),
  EDE_URL: outsideAddress.optional(),
  EDE_SECRET: secret.optional(),
  TELEPHONY_URL: outsideAddress.optional(),
  TELEPHONY_SECRET: secret.optional(),
  MARKETING_URL: outsideAddress.optional(),
  MARKETING_SECRET: secret.optional(),
  EXCHANGE_URL: z
    .string()
    .refine(isSafeAddress, {
      error: 'must be an address such as https://exchange.example.com/v1, without TLS on this machine only',
    })
    .transform((url) => url.replace(/\/+$/, ''))
    .optional(),
  EXCHANGE_KEY: z
    .string()
    .regex(/^[\x21-\x7e]{16,4096}$/, { error: 'must be the key that the exchange gave you, in one line' })
    .optional(),
  INACTIVITY_SECONDS: wholeNumber(20, 43_200).default(900),
  RETENTION_PEOPLE_YEARS: years(2).default(2),
  RETENTION_ENROLLMENT_YEARS: years(enrollmentYears).default(enrollmentYears),
  RETENTION_NOTIFICATION_DAYS: wholeNumber(7, 3_650).default(notificationDays),
  INACTIVITY_LONG_HOST: z.string().toLowerCase().optional(),
  BRANDS_FILE: z.string().optional(),
  BACKUP_SECRET: secret.optional(),
  BACKUP_DIR: z.string().optional(),
  BACKUP_KEEP: wholeNumber(1, 10_000).default(7),
  BACKUP_EVERY_HOURS: hoursOrOff.optional(),
  AUDIT_VERIFY_HOURS: hoursOrOff.optional(),
  CLAMAV: z
    .string()
    .regex(/^(\/[^\0]{1,100}|[\w.-]+:\d{1,5})$/, {
      error: 'must be the socket of clamd such as /run/clamav/clamd.ctl, or its host and port such as 127.0.0.1:3310',
    })
    .optional(),
  DISK_ENCRYPTION: z
    .enum(['check', 'stated'], { error: 'must be check, or stated when the storage is encrypted below this machine' })
    .default('check'),
  SERVER_NAME: z.string().trim().max(100).optional(),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'must be one of fatal, error, warn, info, debug, trace, silent',
    })
    .default('info'),
})

/**
 * Reads and validates all settings; an empty variable counts as unset. With the embedded database, secrets come from
 * `DATA_DIR/secrets.json`, which the first start creates. Throws one BootFailure that lists every invalid setting, such as
 * a weak or missing secret (P-14), with what to do.
 */
export function readConfig(env: Record<string, string | undefined>): StartConfig {
  return withDefaults(readSettings(env))
}

/** Settings of the listener, and the requested kind of installation. */
export type ListenSettings = Pick<
  StartConfig,
  'host' | 'port' | 'tls' | 'insecureHttp' | 'publicUrl' | 'trustedProxies' | 'requestedKind'
>

/** Validates all settings like `readConfig` and returns those of the listener; writes nothing. */
export function readListenSettings(env: Record<string, string | undefined>): ListenSettings {
  return listenSettings(readSettings(env))
}

function readSettings(env: Record<string, string | undefined>): z.infer<typeof Settings> {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()))
  const parsed = Settings.safeParse(given)
  const problems = parsed.success ? [] : parsed.error.issues.map(sentence)
  for (const name of given.DATABASE_URL ? ['TOKEN_SECRET', 'FIELD_SECRET', 'AUDIT_SECRET'] : [])
    if (!given[name]) problems.push(`${name} is required with DATABASE_URL. Make one with: openssl rand -base64 48`)
  if (given.DATABASE_URL && !given.BACKUP_SECRET && (given.BACKUP_EVERY_HOURS ?? 'off') !== 'off')
    problems.push('BACKUP_SECRET is required with DATABASE_URL and BACKUP_EVERY_HOURS.')
  if (given.SMTP_URL && !given.MAIL_FROM) problems.push('MAIL_FROM is required with SMTP_URL.')
  if (Boolean(given.TLS_CERT) !== Boolean(given.TLS_KEY)) problems.push('TLS_CERT and TLS_KEY are only good together.')
  const sms = ['SMS_ACCOUNT', 'SMS_TOKEN', 'SMS_FROM'].filter((name) => !given[name])
  if (sms.length > 0 && sms.length < 3) problems.push(`${sms.join(' and ')} is missing for text messages.`)
  if (Boolean(given.EXCHANGE_URL) !== Boolean(given.EXCHANGE_KEY))
    problems.push('EXCHANGE_URL and EXCHANGE_KEY are only good together.')
  if (given.EXCHANGE_URL && !given.MARKETPLACE_URL)
    problems.push(
      'MARKETPLACE_URL is required with EXCHANGE_URL: the built-in sandbox takes people in, but that exchange knows nothing of what they begin there.',
    )
  for (const name of ['MARKETPLACE', 'EDE', 'TELEPHONY', 'MARKETING'])
    if (Boolean(given[`${name}_URL`]) !== Boolean(given[`${name}_SECRET`]))
      problems.push(`${name}_URL and ${name}_SECRET are only good together.`)
  if (!parsed.success || problems.length > 0) {
    throw new BootFailure(['Coverdesk cannot start with these settings:', ...problems].join('\n  - '))
  }
  return parsed.data
}

/** Completes the settings with the defaults of the kind. */
export function configFor(kind: InstallationKind, start: StartConfig): Config {
  const { requestedKind: _, ...config } = start
  const demo = kind === 'demo'
  // External databases have their own backups, and a demo can be recreated.
  const backupEveryHours = start.database.kind === 'external' || demo ? null : 24
  return {
    ...config,
    demo,
    secondFactor: start.secondFactor ?? (demo ? 'optional' : 'required'),
    backupEveryHours: start.backupEveryHours === undefined ? backupEveryHours : start.backupEveryHours,
    // A demo's audit log is not evidence.
    auditVerifyHours: start.auditVerifyHours === undefined ? (demo ? null : 24) : start.auditVerifyHours,
  }
}

function listenSettings(settings: z.infer<typeof Settings>): ListenSettings {
  const { DEMO, TLS_CERT, TLS_KEY } = settings
  return {
    port: settings.PORT,
    host: settings.HOST,
    tls: TLS_CERT && TLS_KEY ? { cert: fromRoot(TLS_CERT), key: fromRoot(TLS_KEY) } : null,
    insecureHttp: settings.INSECURE_HTTP,
    publicUrl: settings.PUBLIC_URL ?? `${TLS_CERT ? 'https' : 'http'}://${hostInUrl(settings.HOST)}:${settings.PORT}`,
    trustedProxies: settings.TRUSTED_PROXIES,
    requestedKind: DEMO === undefined ? null : DEMO ? 'demo' : 'agency',
  }
}

function withDefaults(settings: z.infer<typeof Settings>): StartConfig {
  const dataDir = fromRoot(settings.DATA_DIR)
  const url = settings.DATABASE_URL
  const secrets = url ? undefined : keptSecrets(dataDir)
  const tokenSecret = settings.TOKEN_SECRET ?? secrets?.token
  const fieldSecret = settings.FIELD_SECRET ?? secrets?.field
  const auditSecret = settings.AUDIT_SECRET ?? secrets?.audit
  if (!tokenSecret || !fieldSecret || !auditSecret) throw new BootFailure('A secret is missing.')
  return {
    ...listenSettings(settings),
    dataDir,
    database: secrets
      ? { kind: 'embedded', ownerPassword: secrets.databaseOwner, appPassword: secrets.databaseApp }
      : { kind: 'external', url: url ?? '' },
    databaseRestartSeconds: settings.DATABASE_RESTART_SECONDS,
    demoSize: settings.DEMO_SIZE,
    tokenSecret,
    fieldSecret,
    fieldSecretsEarlier: settings.FIELD_SECRET_OLD,
    auditSecret,
    secondFactor: settings.SECOND_FACTOR,
    passwordPolicy: settings.PASSWORD_POLICY,
    org: settings.ORG ?? null,
    corsOrigins: settings.CORS_ORIGINS,
    mail: settings.SMTP_URL ? { url: settings.SMTP_URL, from: settings.MAIL_FROM ?? '' } : null,
    sms: smsOf(settings),
    mailInboundSecret: settings.MAIL_INBOUND_SECRET ?? null,
    handOffs: {
      marketplace: receiverOf(settings.MARKETPLACE_URL, settings.MARKETPLACE_SECRET, settings.MARKETPLACE_RETURN_URL),
      ede: receiverOf(settings.EDE_URL, settings.EDE_SECRET, false),
      telephony: receiverOf(settings.TELEPHONY_URL, settings.TELEPHONY_SECRET, false),
      marketing: receiverOf(settings.MARKETING_URL, settings.MARKETING_SECRET, false),
    },
    exchange:
      settings.EXCHANGE_URL && settings.EXCHANGE_KEY
        ? { url: settings.EXCHANGE_URL, key: settings.EXCHANGE_KEY }
        : null,
    inactivitySeconds: settings.INACTIVITY_SECONDS,
    inactivityLongHost: settings.INACTIVITY_LONG_HOST,
    retentionPeopleYears: settings.RETENTION_PEOPLE_YEARS,
    retentionEnrollmentYears: settings.RETENTION_ENROLLMENT_YEARS,
    retentionNotificationDays: settings.RETENTION_NOTIFICATION_DAYS,
    brandsFile: settings.BRANDS_FILE ? fromRoot(settings.BRANDS_FILE) : undefined,
    backupSecret: settings.BACKUP_SECRET ?? secrets?.backup ?? null,
    backupDir: settings.BACKUP_DIR ? fromRoot(settings.BACKUP_DIR) : join(dataDir, 'backups'),
    backupKeep: settings.BACKUP_KEEP,
    backupEveryHours: settings.BACKUP_EVERY_HOURS,
    auditVerifyHours: settings.AUDIT_VERIFY_HOURS,
    virusScanner: settings.CLAMAV ? scannerAddress(settings.CLAMAV) : null,
    diskEncryptionStated: settings.DISK_ENCRYPTION === 'stated',
    serverName: settings.SERVER_NAME ?? hostname(),
    logLevel: settings.LOG_LEVEL,
  }
}

function scannerAddress(text: string): ScannerAddress {
  if (text.startsWith('/')) return { path: text }
  const [host = '', port] = text.split(':')
  return { host, port: Number(port) }
}

function receiverOf(url: string | undefined, key: string | undefined, returns: boolean): HandOffReceiver | null {
  return url && key ? { url, secret: key, returns } : null
}

function smsOf({ SMS_ACCOUNT, SMS_TOKEN, SMS_FROM, SMS_URL }: z.infer<typeof Settings>): Config['sms'] {
  if (!SMS_ACCOUNT || !SMS_TOKEN || !SMS_FROM) return null
  return { url: SMS_URL.replace(/\/+$/, ''), account: SMS_ACCOUNT, token: SMS_TOKEN, from: SMS_FROM }
}

function sentence(issue: z.core.$ZodIssue): string {
  return issue.message.startsWith(String(issue.path[0])) ? issue.message : `${issue.path.join('.')} ${issue.message}.`
}

function policyCount(text: string): number {
  const factor = /k$/i.test(text) ? 1_000 : /m$/i.test(text) ? 1_000_000 : 1
  return Number.parseInt(text, 10) * factor
}

function isStrong(secret: string): boolean {
  return Buffer.byteLength(secret) >= 32 && new Set(secret).size >= 12
}

/** Whether the connection is encrypted or local, because requests carry personal data and a key. */
function isSafeAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, username, search, hash } = new URL(text)
  const isOurs = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
  return (protocol === 'https:' || (protocol === 'http:' && isOurs)) && !username && !search && !hash
}

function hostInUrl(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

/** Data folder of the settings; does not create it. */
export function dataFolder(env: Record<string, string | undefined>): string {
  return fromRoot(env.DATA_DIR?.trim() ? env.DATA_DIR : '.data')
}

function fromRoot(path: string): string {
  return isAbsolute(path) ? path : resolve(projectRoot, path)
}

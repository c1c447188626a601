import { isIP } from 'node:net'
import { enrollmentYears, notificationDays } from '@coverdesk/domain/retention/retention-classes.ts'
import { z } from 'zod'
import { databaseUrlProblem } from './database-url.ts'

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

const millisecondsOrOff = z.union([z.literal('off').transform(() => null), wholeNumber(1, 3_600_000)], {
  error: 'must be between 1 and 3600000, or off',
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

const fileAddress = z.string().refine((text) => isSafeAddress(text, { query: true }), {
  error:
    'must be the address of a file such as https://data.healthcare.gov/…/list.csv, without TLS on this machine only',
})

const wordList = (isWord: (word: string) => boolean, error: string) =>
  z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((word) => word.trim())
        .filter(Boolean),
    )
    .refine((words) => words.every(isWord), { error })

/** Settings by the names of their environment variables. */
export const Settings = z.object({
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
  DATABASE_REPLICA_URL: z
    .string()
    .superRefine((url, context) => {
      const message = databaseUrlProblem(url, 'DATABASE_REPLICA_URL')
      if (message) context.addIssue({ code: 'custom', message })
    })
    .optional(),
  DRAIN_SECONDS: wholeNumber(0, 30).default(0),
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
  FIELD_SECRET_OLD: wordList((word) => /^.{32,}$/.test(word), 'must be the earlier secrets whole, separated by commas'),
  AUDIT_SECRET: secret.optional(),
  SECOND_FACTOR: z.enum(['required', 'optional'], { error: 'must be required or optional' }).optional(),
  NEW_DEVICE_MAIL: onOff.default(true),
  PASSWORD_POLICY: z.enum(['default', 'nist'], { error: 'must be default or nist' }).default('default'),
  ORG: z.string().trim().max(100).optional(),
  TRUSTED_PROXIES: wordList(
    isAddressOrNetwork,
    'must be addresses or networks such as 10.0.0.0/8, separated by commas',
  ),
  CORS_ORIGINS: wordList(
    (word) => /^https?:\/\/[\w.-]+(:\d+)?$/.test(word),
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
    .string()
    .refine(isSafeAddress, {
      error: 'must be the address of the gateway such as https://api.twilio.com, without TLS on this machine only',
    })
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
  CMS_API_URL: z
    .string()
    .refine(isSafeAddress, {
      error:
        'must be an address such as https://marketplace.api.healthcare.gov/api/v1, without TLS on this machine only',
    })
    .transform((url) => url.replace(/\/+$/, ''))
    .default('https://marketplace.api.healthcare.gov/api/v1'),
  CMS_API_KEY: z
    .string()
    .regex(/^[\x21-\x7e]{16,4096}$/, { error: 'must be the key that CMS gave you, in one line' })
    .optional(),
  CMS_REGISTRATION_LIST_URL: fileAddress.optional(),
  CMS_TERMINATION_LIST_URL: fileAddress.optional(),
  HEALTHSHERPA_API_URL: z
    .string()
    .refine(isSafeAddress, {
      error: 'must be an address such as https://api.one.healthsherpa.com, without TLS on this machine only',
    })
    .transform((url) => url.replace(/\/+$/, ''))
    .default('https://api.one.healthsherpa.com'),
  HEALTHSHERPA_API_KEY: z
    .string()
    .regex(/^[\x21-\x7e]{16,4096}$/, { error: 'must be the key that HealthSherpa gave you, in one line' })
    .optional(),
  HEALTHSHERPA_WEBHOOK_SECRET: secret.optional(),
  INACTIVITY_SECONDS: wholeNumber(20, 43_200).default(900),
  RETENTION_PEOPLE_YEARS: years(2).default(2),
  RETENTION_ENROLLMENT_YEARS: years(enrollmentYears).default(enrollmentYears),
  RETENTION_NOTIFICATION_DAYS: wholeNumber(7, 3_650).default(notificationDays),
  INACTIVITY_LONG_HOST: z.string().toLowerCase().optional(),
  BRANDS_FILE: z.string().optional(),
  BACKUP_SECRET: secret.optional(),
  BACKUP_DIR: z.string().optional(),
  BACKUP_KEEP: wholeNumber(1, 10_000).default(7),
  BACKUP_KEEP_DAYS: wholeNumber(0, 3_650).default(0),
  BACKUP_KEEP_WEEKS: wholeNumber(0, 520).default(0),
  BACKUP_KEEP_MONTHS: wholeNumber(0, 240).default(0),
  BACKUP_CONTINUOUS: onOff.optional(),
  BACKUP_S3_URL: z
    .string()
    .refine(isSafeAddress, {
      error: 'must be an address such as https://s3.us-east-1.amazonaws.com, without TLS on this machine only',
    })
    .transform((url) => url.replace(/\/+$/, ''))
    .optional(),
  BACKUP_S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/, { error: 'must be a region such as us-east-1' })
    .default('us-east-1'),
  BACKUP_S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, { error: 'must be the name of a bucket' })
    .optional(),
  BACKUP_S3_KEY_ID: z
    .string()
    .regex(/^[\x21-\x7e]{1,200}$/, { error: 'must be the id of a key' })
    .optional(),
  BACKUP_S3_SECRET: z
    .string()
    .regex(/^[\x21-\x7e]{1,200}$/, { error: 'must be the secret of the key, in one line' })
    .optional(),
  BACKUP_S3_KEEP_DAYS: wholeNumber(1, 3_650).default(7),
  BACKUP_S3_KEEP_WEEKS: wholeNumber(0, 520).default(5),
  BACKUP_S3_KEEP_MONTHS: wholeNumber(0, 240).default(12),
  BACKUP_PROVE_HOURS: hoursOrOff.optional(),
  BACKUP_EVERY_HOURS: hoursOrOff.optional(),
  AUDIT_VERIFY_HOURS: hoursOrOff.optional(),
  SIEM_URL: z
    .string()
    .refine(isSafeAddress, { error: 'must be an address such as https://siem.example.com/audit' })
    .optional(),
  SIEM_SECRET: secret.optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must be an address such as http://127.0.0.1:4318' })
    .optional(),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(0(\.\d{1,6})?|1(\.0{1,6})?)$/, { error: 'must be a number from 0 to 1 such as 0.1' })
    .transform(Number)
    .default(1),
  CLAMAV: z
    .string()
    .regex(/^(\/[^\0]{1,100}|[\w.-]+:\d{1,5})$/, {
      error: 'must be the socket of clamd such as /run/clamav/clamd.ctl, or its host and port such as 127.0.0.1:3310',
    })
    .optional(),
  DISK_ENCRYPTION: z
    .enum(['check', 'stated'], { error: 'must be check, or stated when the storage is encrypted below this machine' })
    .default('check'),
  METRICS_TOKEN: secret.optional(),
  SERVER_NAME: z.string().trim().max(100).optional(),
  SLOW_QUERY_MS: millisecondsOrOff.default(2_000),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'must be one of fatal, error, warn, info, debug, trace, silent',
    })
    .default('info'),
})
export type Settings = z.infer<typeof Settings>

function policyCount(text: string): number {
  const factor = /k$/i.test(text) ? 1_000 : /m$/i.test(text) ? 1_000_000 : 1
  return Number.parseInt(text, 10) * factor
}

/** A network has one bit at least: what trusts every address trusts the header of every client. */
function isAddressOrNetwork(word: string): boolean {
  const [, address = '', bits] = /^([^/%]+)(?:\/(\d{1,3}))?$/.exec(word) ?? []
  const version = isIP(address)
  return version !== 0 && (bits === undefined || (Number(bits) > 0 && Number(bits) <= (version === 6 ? 128 : 32)))
}

function isStrong(secret: string): boolean {
  return Buffer.byteLength(secret) >= 32 && new Set(secret).size >= 12
}

/** Whether the connection is encrypted or local, because requests carry personal data and a key. */
function isSafeAddress(text: string, { query = false } = {}): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, username, search, hash } = new URL(text)
  const isOurs = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
  return (protocol === 'https:' || (protocol === 'http:' && isOurs)) && !username && (query || !search) && !hash
}

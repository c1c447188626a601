import { hostname } from 'node:os'
import { isAbsolute, join, resolve } from 'node:path'
import type { z } from 'zod'
import { BootFailure } from '../runtime/boot-failure.ts'
import { projectRoot } from '../runtime/project-root.ts'
import type { Config, HandOffReceiver, ScannerAddress, StartConfig } from './config.ts'
import { loadSecretsFile } from './secrets-file.ts'
import { withSettingFiles } from './setting-files.ts'
import { Settings } from './settings.ts'

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

function readSettings(env: Record<string, string | undefined>): Settings {
  const given = givenSettings(env)
  const parsed = Settings.safeParse(given)
  const problems = parsed.success ? [] : parsed.error.issues.map(sentence)
  for (const name of given.DATABASE_URL ? ['TOKEN_SECRET', 'FIELD_SECRET', 'AUDIT_SECRET'] : [])
    if (!given[name]) problems.push(`${name} is required with DATABASE_URL. Make one with: openssl rand -base64 48`)
  if (given.DATABASE_URL && !given.BACKUP_SECRET && (given.BACKUP_EVERY_HOURS ?? 'off') !== 'off')
    problems.push('BACKUP_SECRET is required with DATABASE_URL and BACKUP_EVERY_HOURS.')
  if (given.DATABASE_REPLICA_URL && !given.DATABASE_URL)
    problems.push('DATABASE_REPLICA_URL needs DATABASE_URL: the embedded database has no standby.')
  if (given.DATABASE_URL && parsed.data?.BACKUP_CONTINUOUS)
    problems.push(
      'BACKUP_CONTINUOUS is for the embedded database; archive the log of your own PostgreSQL with pgBackRest.',
    )
  const offSite = ['BACKUP_S3_URL', 'BACKUP_S3_BUCKET', 'BACKUP_S3_KEY_ID', 'BACKUP_S3_SECRET']
  const missing = offSite.filter((name) => !given[name])
  if (missing.length > 0 && missing.length < offSite.length)
    problems.push(`${areMissing(missing)} for copies of backups.`)
  if (given.DATABASE_URL && given.BACKUP_S3_URL && !given.BACKUP_SECRET)
    problems.push('BACKUP_SECRET is required with DATABASE_URL and BACKUP_S3_URL.')
  if (given.SMTP_URL && !given.MAIL_FROM) problems.push('MAIL_FROM is required with SMTP_URL.')
  if (Boolean(given.TLS_CERT) !== Boolean(given.TLS_KEY)) problems.push('TLS_CERT and TLS_KEY are only good together.')
  const sms = ['SMS_ACCOUNT', 'SMS_TOKEN', 'SMS_FROM'].filter((name) => !given[name])
  if (sms.length > 0 && sms.length < 3) problems.push(`${areMissing(sms)} for text messages.`)
  if (Boolean(given.EXCHANGE_URL) !== Boolean(given.EXCHANGE_KEY))
    problems.push('EXCHANGE_URL and EXCHANGE_KEY are only good together.')
  if (Boolean(given.SIEM_URL) !== Boolean(given.SIEM_SECRET))
    problems.push('SIEM_URL and SIEM_SECRET are only good together.')
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

const areMissing = (names: readonly string[]) => `${names.join(' and ')} ${names.length === 1 ? 'is' : 'are'} missing`

/** Settings that are not empty, with those that come from files. */
export function givenSettings(env: Record<string, string | undefined>): Record<string, string> {
  const given: Record<string, string> = {}
  for (const [name, value] of Object.entries(env)) if (value?.trim()) given[name] = value
  return withSettingFiles(given)
}

function listenSettings(settings: Settings): ListenSettings {
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

function withDefaults(settings: Settings): StartConfig {
  const dataDir = fromRoot(settings.DATA_DIR)
  const url = settings.DATABASE_URL
  const secrets = url ? undefined : loadSecretsFile(dataDir)
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
    replicaUrl: settings.DATABASE_REPLICA_URL ?? null,
    drainSeconds: settings.DRAIN_SECONDS,
    databaseRestartSeconds: settings.DATABASE_RESTART_SECONDS,
    demoSize: settings.DEMO_SIZE,
    tokenSecret,
    fieldSecret,
    fieldSecretsEarlier: settings.FIELD_SECRET_OLD,
    auditSecret,
    secondFactor: settings.SECOND_FACTOR,
    newDeviceMail: settings.NEW_DEVICE_MAIL,
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
    cmsLists: {
      registrations: settings.CMS_REGISTRATION_LIST_URL ?? null,
      terminations: settings.CMS_TERMINATION_LIST_URL ?? null,
    },
    healthSherpa: settings.HEALTHSHERPA_API_KEY
      ? { url: settings.HEALTHSHERPA_API_URL, key: settings.HEALTHSHERPA_API_KEY }
      : null,
    healthSherpaSecret: settings.HEALTHSHERPA_WEBHOOK_SECRET ?? null,
    cms: settings.CMS_API_KEY ? { url: settings.CMS_API_URL, key: settings.CMS_API_KEY } : null,
    inactivitySeconds: settings.INACTIVITY_SECONDS,
    inactivityLongHost: settings.INACTIVITY_LONG_HOST,
    retentionPeopleYears: settings.RETENTION_PEOPLE_YEARS,
    retentionEnrollmentYears: settings.RETENTION_ENROLLMENT_YEARS,
    retentionNotificationDays: settings.RETENTION_NOTIFICATION_DAYS,
    brandsFile: settings.BRANDS_FILE ? fromRoot(settings.BRANDS_FILE) : undefined,
    backupSecret: settings.BACKUP_SECRET ?? secrets?.backup ?? null,
    backupDir: settings.BACKUP_DIR ? fromRoot(settings.BACKUP_DIR) : join(dataDir, 'backups'),
    backupRetention: {
      newest: settings.BACKUP_KEEP,
      days: settings.BACKUP_KEEP_DAYS,
      weeks: settings.BACKUP_KEEP_WEEKS,
      months: settings.BACKUP_KEEP_MONTHS,
    },
    continuousBackup: settings.BACKUP_CONTINUOUS,
    offSite: offSiteOf(settings),
    backupProveHours: settings.BACKUP_PROVE_HOURS,
    backupEveryHours: settings.BACKUP_EVERY_HOURS,
    auditVerifyHours: settings.AUDIT_VERIFY_HOURS,
    siem: settings.SIEM_URL && settings.SIEM_SECRET ? { url: settings.SIEM_URL, secret: settings.SIEM_SECRET } : null,
    traces: settings.OTEL_EXPORTER_OTLP_ENDPOINT
      ? { endpoint: settings.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/+$/, ''), ratio: settings.OTEL_TRACES_SAMPLER_ARG }
      : null,
    virusScanner: settings.CLAMAV ? scannerAddress(settings.CLAMAV) : null,
    diskEncryptionStated: settings.DISK_ENCRYPTION === 'stated',
    metricsToken: settings.METRICS_TOKEN ?? null,
    serverName: settings.SERVER_NAME ?? hostname(),
    slowQueryMs: settings.SLOW_QUERY_MS,
    logLevel: settings.LOG_LEVEL,
  }
}

function offSiteOf(settings: Settings): Config['offSite'] {
  const { BACKUP_S3_URL: url, BACKUP_S3_BUCKET: bucket, BACKUP_S3_KEY_ID: keyId, BACKUP_S3_SECRET: secret } = settings
  if (!url || !bucket || !keyId || !secret) return null
  const retention = {
    newest: 1,
    days: settings.BACKUP_S3_KEEP_DAYS,
    weeks: settings.BACKUP_S3_KEEP_WEEKS,
    months: settings.BACKUP_S3_KEEP_MONTHS,
  }
  return { url, region: settings.BACKUP_S3_REGION, bucket, keyId, secret, retention }
}

function scannerAddress(text: string): ScannerAddress {
  if (text.startsWith('/')) return { path: text }
  const [host = '', port] = text.split(':')
  return { host, port: Number(port) }
}

function receiverOf(url: string | undefined, key: string | undefined, returns: boolean): HandOffReceiver | null {
  return url && key ? { url, secret: key, returns } : null
}

function smsOf({ SMS_ACCOUNT, SMS_TOKEN, SMS_FROM, SMS_URL }: Settings): Config['sms'] {
  if (!SMS_ACCOUNT || !SMS_TOKEN || !SMS_FROM) return null
  return { url: SMS_URL.replace(/\/+$/, ''), account: SMS_ACCOUNT, token: SMS_TOKEN, from: SMS_FROM }
}

function sentence(issue: z.core.$ZodIssue): string {
  return issue.message.startsWith(String(issue.path[0])) ? issue.message : `${issue.path.join('.')} ${issue.message}.`
}

function hostInUrl(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

/** Data folder of the settings; does not create it. */
export function dataFolder(env: Record<string, string | undefined>): string {
  return fromRoot(givenSettings(env).DATA_DIR ?? '.data')
}

function fromRoot(path: string): string {
  return isAbsolute(path) ? path : resolve(projectRoot, path)
}

import type { Audience } from '@coverdesk/domain/handoffs/handoff-contract.ts'
import type { CmsFileKind } from '@coverdesk/domain/uploads/import-kinds.ts'

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
  /** Standby of the external database for some reads. Null: none. */
  replicaUrl: string | null
  /** Seconds in which the server still answers after the signal to stop, while a load balancer takes it out. */
  drainSeconds: number
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
  /** Mails users about a sign-in on a new device. */
  newDeviceMail: boolean
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
  /** Secret of the webhook for inbound email. Null: no inbound email. */
  mailInboundSecret: string | null
  /** Applications that users can switch to, with the secret for redeeming tokens. Null: not set up. */
  handOffs: Record<Audience, HandOffReceiver | null>
  /** Remote marketplace. Null: the built-in sandbox. */
  exchange: { url: string; key: string } | null
  /** Addresses of CMS's lists about agents, fetched each night. Null: only loaded by hand. */
  cmsLists: Record<CmsFileKind, string | null>
  /** HealthSherpa ONE, for enrollments there. Null: not set up. */
  healthSherpa: { url: string; key: string } | null
  /** Secret that HealthSherpa sends with its webhook. Null: no webhook. */
  healthSherpaSecret: string | null
  /** Marketplace API of CMS for plans. Null: not set up. */
  cms: { url: string; key: string } | null
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
  /** Backups to retain. */
  backupRetention: { newest: number; days: number; weeks: number; months: number }
  /** S3-compatible target of copies of the backups. Null: none. */
  offSite: OffSite | null
  /** Archives the log of the embedded database, so that it can be restored to any moment. */
  continuousBackup: boolean
  /** Hours between automatic backups; null for none. */
  backupEveryHours: number | null
  /** Hours between proofs of the newest backup; null for none. */
  backupProveHours: number | null
  /** Hours between automatic checks of the audit log; null for none. */
  auditVerifyHours: number | null
  /** Receiver of the audit record, and the secret that signs deliveries. Null: none. */
  siem: { url: string; secret: string } | null
  /** Collector of traces, and the part of the requests that is traced. Null: no traces. */
  traces: { endpoint: string; ratio: number } | null
  /** ClamAV daemon for attachments. Null: no scan. */
  virusScanner: ScannerAddress | null
  /** Operator's statement that the storage is encrypted where the server cannot detect it. */
  diskEncryptionStated: boolean
  /** Token of the monitoring system. Null: `/metrics` does not exist. */
  metricsToken: string | null
  /** Name of this node in the log. */
  serverName: string
  /** Milliseconds from which a query is logged; null for never. */
  slowQueryMs: number | null
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'
}

/** Bucket for copies of the backups, and the ones to retain there. */
export interface OffSite {
  /** Without trailing slash. */
  url: string
  region: string
  bucket: string
  keyId: string
  secret: string
  retention: Config['backupRetention']
}

/** A Unix socket or a TCP port. */
export type ScannerAddress = { path: string } | { host: string; port: number }

/** Settings whose default depends on the kind of the installation. */
interface KindDefaults {
  /** Kind set by DEMO; null if unset, so that the stored kind decides. */
  requestedKind: InstallationKind | null
  secondFactor: Config['secondFactor'] | undefined
  backupEveryHours: Config['backupEveryHours'] | undefined
  backupProveHours: Config['backupProveHours'] | undefined
  continuousBackup: Config['continuousBackup'] | undefined
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

/** Completes the settings with the defaults of the kind. */
export function configFor(kind: InstallationKind, start: StartConfig): Config {
  const { requestedKind: _, ...config } = start
  const demo = kind === 'demo'
  // External databases have their own backups, and a demo can be recreated.
  const everyHours = start.database.kind === 'external' || demo ? null : 24
  const backupEveryHours = start.backupEveryHours === undefined ? everyHours : start.backupEveryHours
  return {
    ...config,
    demo,
    secondFactor: start.secondFactor ?? (demo ? 'optional' : 'required'),
    backupEveryHours,
    continuousBackup: start.continuousBackup ?? (start.database.kind === 'embedded' && backupEveryHours !== null),
    // Backups that are made here are proven here.
    backupProveHours: start.backupProveHours === undefined ? backupEveryHours && 24 : start.backupProveHours,
    // A demo's audit log is not evidence.
    auditVerifyHours: start.auditVerifyHours === undefined ? (demo ? null : 24) : start.auditVerifyHours,
  }
}

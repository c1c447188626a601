import { isAbsolute, resolve } from 'node:path'
import { z } from 'zod'
import { BootFailure } from './boot-failure.ts'
import { databaseUrlProblem } from './database-url.ts'
import { keptSecrets } from './secrets-file.ts'

/** The folder that holds `package.json` of the whole project. */
export const projectRoot = resolve(import.meta.dirname, '../../..')

/** Everything that the environment decides; see the table in the README. */
export type Config = {
  port: number
  host: string
  /** Without a slash at the end; links in mails and documents start with it. */
  publicUrl: string
  /** Absolute. */
  dataDir: string
  database: EmbeddedDatabase | { kind: 'external'; url: string }
  demo: boolean
  /** How many policies the demo book holds. */
  demoSize: number
  /** Signs session tokens; at least 32 bytes. */
  tokenSecret: string
  inactivitySeconds: number
  /** The one host name whose people are signed out after 3600 s instead. */
  inactivityLongHost: string | undefined
  /** Absolute path of a JSON file with the agency's own brands. */
  brandsFile: string | undefined
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'
}

/** The passwords of the two roles of the database that Coverdesk runs itself. */
export type EmbeddedDatabase = { kind: 'embedded'; ownerPassword: string; appPassword: string }

const wholeNumber = (from: number, to: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, { error: 'must be a whole number' })
    .transform(Number)
    .refine((n) => n >= from && n <= to, { error: `must be between ${from} and ${to}` })

const onOff = z
  .enum(['on', 'off', 'true', 'false', '1', '0', 'yes', 'no'], { error: 'must be on or off' })
  .transform((word) => ['on', 'true', '1', 'yes'].includes(word))

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
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: z
    .string()
    .superRefine((url, context) => {
      const message = databaseUrlProblem(url)
      if (message) context.addIssue({ code: 'custom', message })
    })
    .optional(),
  DEMO: onOff.optional(),
  DEMO_SIZE: z
    .string()
    .regex(/^\d{1,8}[km]?$/i, { error: 'must be a number of policies such as 20000, 20k or 1m' })
    .transform(policyCount)
    .refine((n) => n >= 1 && n <= 10_000_000, { error: 'must be between 1 and 10m' })
    .default(20_000),
  TOKEN_SECRET: z
    .string()
    .refine(isStrong, {
      error: 'is too weak: it must hold at least 32 random bytes. Make one with: openssl rand -base64 48',
    })
    .optional(),
  INACTIVITY_SECONDS: wholeNumber(60, 43_200).default(900),
  INACTIVITY_LONG_HOST: z.string().toLowerCase().optional(),
  BRANDS_FILE: z.string().optional(),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'must be one of fatal, error, warn, info, debug, trace, silent',
    })
    .default('info'),
})

/**
 * Reads and checks all settings at once; an empty variable counts as not set. With the embedded database the secrets
 * come from `DATA_DIR/secrets.json`, which is made the first time. Throws one BootFailure that names every bad setting
 * and what to do about it, so nobody fixes them one start at a time (P-14: a weak or absent secret is one of them).
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()))
  const parsed = Settings.safeParse(given)
  const problems = parsed.success ? [] : parsed.error.issues.map(sentence)
  if (given.DATABASE_URL && !given.TOKEN_SECRET) {
    problems.push('TOKEN_SECRET is required with DATABASE_URL. Make one with: openssl rand -base64 48')
  }
  if (!parsed.success || problems.length > 0) {
    throw new BootFailure(['Coverdesk cannot start with these settings:', ...problems].join('\n  - '))
  }
  return withDefaults(parsed.data)
}

function withDefaults(settings: z.infer<typeof Settings>): Config {
  const dataDir = fromRoot(settings.DATA_DIR)
  const url = settings.DATABASE_URL
  const secrets = url ? undefined : keptSecrets(dataDir)
  const tokenSecret = settings.TOKEN_SECRET ?? secrets?.token
  if (!tokenSecret) throw new BootFailure('TOKEN_SECRET is missing.')
  return {
    port: settings.PORT,
    host: settings.HOST,
    publicUrl: settings.PUBLIC_URL ?? `http://${hostInUrl(settings.HOST)}:${settings.PORT}`,
    dataDir,
    database: secrets
      ? { kind: 'embedded', ownerPassword: secrets.databaseOwner, appPassword: secrets.databaseApp }
      : { kind: 'external', url: url ?? '' },
    demo: settings.DEMO ?? !url,
    demoSize: settings.DEMO_SIZE,
    tokenSecret,
    inactivitySeconds: settings.INACTIVITY_SECONDS,
    inactivityLongHost: settings.INACTIVITY_LONG_HOST,
    brandsFile: settings.BRANDS_FILE ? fromRoot(settings.BRANDS_FILE) : undefined,
    logLevel: settings.LOG_LEVEL,
  }
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

function hostInUrl(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

function fromRoot(path: string): string {
  return isAbsolute(path) ? path : resolve(projectRoot, path)
}

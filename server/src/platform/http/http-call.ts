import type { Readable } from 'node:stream'
import type { ExportFormat, OutputOf, ParsedInputOf, Route } from '@coverdesk/domain/platform/route.ts'
import type { DatabaseState } from '@coverdesk/embedded-postgres/supervise-database.ts'
import type { DiskState } from '@coverdesk/embedded-postgres/watch-disk.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { AuditSource } from '../audit/audit.ts'
import type { SessionKeeper, SignedIn } from '../auth/session.ts'
import type { Brands } from '../config/brands.ts'
import type { Config } from '../config/config.ts'
import type { Db } from '../db/database.ts'
import type { Standby } from '../db/standby/standby.ts'
import type { EnrollmentSessions } from '../integrations/enrollment-sessions.ts'
import type { Exchange } from '../integrations/exchange.ts'
import type { PlanDirectory } from '../integrations/plan-directory.ts'
import type { FieldSealer } from '../secrets/sealed-field.ts'
import type { Cookies } from './cookies.ts'

/** Dependencies shared by the whole server, created once by `main.ts` or by a test. */
export interface Services {
  db: Db
  /** Standby that answers some reads; null without one. */
  standby: Standby | null
  /** For worker threads, which open their own connections. */
  databaseUrl: string
  config: Config
  sessions: SessionKeeper
  /** Encrypts and decrypts sensitive fields. */
  sealer: FieldSealer
  brands: Brands
  /** Sends a queued message immediately instead of waiting for the delivery job; false when it is not queued. */
  deliverNow: (id: string) => Promise<boolean>
  /** Free disk space. */
  disk: DiskState
  /** State of the embedded database; always 'running' for an external one. */
  databaseState: () => DatabaseState
  /** Whether the server will stop, and still answers until load balancers have noticed. */
  isLeaving: () => boolean
  /** Marketplace that holds the applications. */
  exchange: Exchange
  /** Marketplace API of CMS; null if it is not set up. */
  cmsPlans: (Pick<Exchange, 'plans' | 'plan' | 'benchmark'> & { directory: PlanDirectory }) | null
  /** Enrollments at HealthSherpa; null if it is not set up. */
  enrollmentSessions: EnrollmentSessions | null
  /** Injected so that tests control the clock. */
  now: () => Date
}

/** Upload stream, from a raw body or the multipart field `file`. */
export interface UploadedFile {
  name: string
  mediaType: string
  /** Content-Length of a raw body; null when unknown or multipart. */
  length: number | null
  stream: Readable
}

/** Small file of a form, in memory. Name and type are the client's claims. */
export interface FormFile {
  name: string
  mediaType: string
  content: Buffer
}

/** Parts of a request that its signature covers. */
export interface SignedRequest {
  /** Path with query, as received. */
  path: string
  body: string
  header: (name: string) => string | undefined
}

/** Context of one call, passed to its handler. */
export interface Call {
  db: Db
  now: Date
  requestId: string
  address: string
  userAgent: string | null
  host: string
  cookies: Cookies
  log: FastifyBaseLogger
  /** Signed-in user; null only on public routes. */
  caller: SignedIn | null
  services: Services
  audit: AuditSource
  /** Entity that the route's audit declaration says it reads. */
  reads: string | null
  file: UploadedFile | null
  /** File of a form body, if any. */
  formFile: FormFile | null
  /** Raw request of a `signed` route. */
  signed: SignedRequest | null
  /** Requested export format; null means JSON. */
  format: ExportFormat | null
}
export interface SignedInCall extends Call {
  user: SignedIn
}

/**
 * JSON built by PostgreSQL, sent without parsing or validation. `ids` are the records in it as a PostgreSQL array
 * literal, for the audit event.
 */
export class JsonText {
  readonly text: string
  readonly ids: string | null
  constructor(text: string, ids: string | null = null) {
    this.text = text
    this.ids = ids
  }

  /** Copy with additional members. */
  with(members: Record<string, unknown>): JsonText {
    return new JsonText(`${this.text.slice(0, -1)},${JSON.stringify(members).slice(1)}`, this.ids)
  }
}

/** File response. */
export interface Download {
  stream: Readable
  mediaType: string
  fileName: string
  /** The handler wrote the audit event; otherwise the request pipeline writes one. */
  isAudited?: true
}

export function isDownload(result: unknown): result is Download {
  return typeof result === 'object' && result !== null && 'stream' in result && 'mediaType' in result
}

type CallOf<R extends Route> = R['allow'] extends 'anyone' ? Call : SignedInCall

export type Handler<R extends Route> = (
  call: CallOf<R>,
  input: ParsedInputOf<R>,
) => Promise<OutputOf<R> | JsonText | Download>

/** Binds a route to its handler. */
export type Bind = <R extends Route>(route: R, handler: Handler<R>) => void

import type { Readable } from 'node:stream'
import type { ExportFormat, OutputOf, ParsedInputOf, Route } from '@coverdesk/domain/platform/route.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { AuditSource } from '../audit/audit.ts'
import type { SessionKeeper, SignedIn } from '../auth/session.ts'
import type { Config } from '../config/config.ts'
import type { Db } from '../db/database.ts'
import type { DiskState } from '../embedded-postgres/embedded-disk.ts'
import type { DatabaseState } from '../embedded-postgres/embedded-watch.ts'
import type { Exchange } from '../integrations/exchange.ts'
import type { FieldSealer } from '../secrets/sealed-field.ts'
import type { Cookies } from './http-cookie.ts'

/** What the whole server shares; made once by `main.ts`, or by a test. */
export interface Services {
  db: Db
  /** For workers that open connections of their own. */
  databaseUrl: string
  config: Config
  sessions: SessionKeeper
  /** For the few fields that must be read again and yet stand nowhere in the clear. */
  sealer: FieldSealer
  /** The brand of PUBLIC_URL, in whose name messages go out: what a request says of its host decides nothing there (P-11). */
  brandName: string
  /** Tries a queued message at once, beside the loop that sends the others; false when there is nothing to try. */
  deliverNow: (id: string) => Promise<boolean>
  /** Whether there is space to save things. */
  disk: DiskState
  /** Whether the embedded database is running; another one counts as running. */
  databaseState: () => DatabaseState
  /** Where marketplace applications stand. */
  exchange: Exchange
  /** Injected, so that tests move the clock. */
  now: () => Date
}

/** A file on its way in, the same for a raw body and for the multipart field `file`. */
export interface UploadedFile {
  name: string
  mediaType: string
  /** Content-Length of a raw body; null when the sender did not tell, or for multipart. */
  length: number | null
  stream: Readable
}

/** A small file that came with a form, whole; its name and type are what the sender says. */
export interface FormFile {
  name: string
  mediaType: string
  content: Buffer
}

/** What a signature is made of. */
export interface SignedRequest {
  /** The path with its query, as it was asked for. */
  path: string
  body: string
  header: (name: string) => string | undefined
}

/** One call, as every handler gets it. */
export interface Call {
  db: Db
  now: Date
  requestId: string
  address: string
  userAgent: string | null
  host: string
  cookies: Cookies
  log: FastifyBaseLogger
  /** Who calls, as far as the route asks for it: always known but on routes that anyone may call. */
  caller: SignedIn | null
  services: Services
  audit: AuditSource
  /** What the route's audit declaration says that it reads. */
  reads: string | null
  file: UploadedFile | null
  /** The file of a call whose body is a form, if it carries one. */
  formFile: FormFile | null
  /** The request as it was sent, of a route that is `signed`. */
  signed: SignedRequest | null
  /** The format that the Accept header asks for, when the route offers it. */
  format: ExportFormat | null
}
export interface SignedInCall extends Call {
  user: SignedIn
}

/**
 * JSON that PostgreSQL made: sent as it is, right by construction of its query. `ids` are those of the records in it, as
 * PostgreSQL writes an array of them, for the audit record.
 */
export class JsonText {
  readonly text: string
  readonly ids: string | null
  constructor(text: string, ids: string | null = null) {
    this.text = text
    this.ids = ids
  }

  /** The same object with further members. */
  with(members: Record<string, unknown>): JsonText {
    return new JsonText(`${this.text.slice(0, -1)},${JSON.stringify(members).slice(1)}`, this.ids)
  }
}

/** A file as an answer. */
export interface Download {
  stream: Readable
  mediaType: string
  fileName: string
  /** Its maker wrote the audit event of it, with all that is in it; of other downloads the door writes one. */
  recorded?: true
}

export function isDownload(result: unknown): result is Download {
  return typeof result === 'object' && result !== null && 'stream' in result && 'mediaType' in result
}

type CallOf<R extends Route> = R['allow'] extends 'anyone' ? Call : SignedInCall

export type Handler<R extends Route> = (
  call: CallOf<R>,
  input: ParsedInputOf<R>,
) => Promise<OutputOf<R> | JsonText | Download>

/** Binds a route to what does it: a feature's routes file is a list of these. */
export type Bind = <R extends Route>(route: R, handler: Handler<R>) => void

import { z } from 'zod'
import type { ConsentRule } from './consent-rule.ts'
import './input-sentences.ts'

export type ExportFormat = 'pdf' | 'xlsx' | 'csv'

/**
 * Audit of a successful call; refusals are audited for every route (decision 010).
 * - `reads`: the request pipeline records which records were shown to whom, before the answer is sent.
 * - `own`: the handler writes the event in its transaction.
 * - `nothing`: shows no personal data and changes nothing of importance; the text is the reason.
 */
export type RouteAudit =
  | {
      readonly reads: string
      /** Member of the rows that identifies the record or records; default `id`. */
      readonly by?: string
      /**
       * Path parameter that identifies the person or record that is read; default the last id in the path. Null: the
       * path has an external id, and the answer has ours.
       */
      readonly of?: string | null
      /** Member of the answer with the id of the one record whose data is shown; if it is null, nothing is recorded. */
      readonly about?: string
      /**
       * For answers with several kinds of records: the member with a list of `{ kind, data }`. Each kind is audited as
       * a separate read, so that all readers of a record can be found; `reads` is then used for an empty answer.
       */
      readonly groups?: string
    }
  | 'own'
  | { readonly nothing: string }

/**
 * One API call as data: the server binds it, the web and the tests call it; OpenAPI and the permission table are
 * generated from it.
 *
 * `path` is the specification's, with `{name}` for parameters. `allow` is a claim expression (see
 * access/claim-expression.ts), or `anyone` (no session needed) or `signed-in` (any live session). `input` is one
 * object of path parameters, query and JSON body members, validated together and strictly: unknown names are refused.
 */
export interface Route<
  Input extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
  Allow extends string = string,
> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly allow: Allow
  readonly audit: RouteAudit
  readonly summary: string
  readonly input: Input
  readonly output: Output
  /**
   * Body: members of `input` as JSON (default of POST and PUT), a form, or a file, raw or as multipart field `file`.
   * With a file, all other input is in the query.
   */
  readonly body?: 'json' | 'file' | FormBody
  /** Webhook, signed by its sender: the handler also gets the raw body, in the given encoding (decision 046). */
  readonly signed?: 'form' | 'json'
  /**
   * For routes about a client's application at an exchange, and for all that ask one: what the client must have signed
   * before the handler runs, or the reason why nothing is needed. Without it a handler cannot reach the exchange, and with
   * a reason only its plans (decision 250).
   */
  readonly clientConsent?: ConsentRule | { readonly notNeeded: string }
  /**
   * Maximum bytes of a JSON or signed body, for a public route that needs more than the default 16 kB, with the reason.
   */
  readonly maxBody?: { readonly bytes: number; readonly why: string }
  /** Formats that the Accept header may request instead of JSON; the answer is then a download of all filtered rows. */
  readonly formats?: readonly ExportFormat[]
  /**
   * May be answered by a standby (`DATABASE_REPLICA_URL`), up to a minute behind but never before the user's own last write:
   * every answer, or only files. Never for a decision, a right or the audit record (decision 180).
   */
  readonly standby?: 'always' | 'files'
  /** Polling by the page, which does not extend the session (P-16). */
  readonly background?: boolean
  /** With `anyone`: the handler still gets the session, if the request has a live one. */
  readonly knowsWho?: boolean
  /** A GET of the specification that changes something; browsers may send it only from our own pages (P-43). */
  readonly ownPagesOnly?: boolean
  /** Allowed while the session must still set up its second factor. */
  readonly whileEnrolling?: boolean
  /** Does not activate a pending session beside an older one; any other call does. */
  readonly whilePending?: boolean
  /** Allowed while the disk is nearly full: signing in and out, and safety functions (P-79). */
  readonly whileDiskIsLow?: boolean
  /** Reason why a write accepts no `Idempotency-Key`. Without it, the key is honored. */
  readonly repeat?: RouteRepeat
  /** Aliases of the path, such as the correct spelling of a misspelled one. */
  readonly alsoAt?: readonly string[]
}

/**
 * What a client may do after a lost answer to a write without a stored answer (decision 078).
 * - `harmless`: resend; doing it twice has the same effect as once.
 * - `never`: ask the user; the call carries a secret, or prevents duplicates in another way.
 */
export type RouteRepeat = { readonly harmless: string } | { readonly never: string }

/** Multipart form: text fields are members of `input`; one field may hold a small file, which is read into memory. */
export interface FormBody {
  readonly form: { readonly file: string; readonly largest: number }
}

export type InputOf<R extends Route> = z.input<R['input']>
export type ParsedInputOf<R extends Route> = z.output<R['input']>
export type OutputOf<R extends Route> = z.output<R['output']>

/** Declares a route and keeps the exact types of its schemas. */
export function route<I extends z.ZodType, O extends z.ZodType, const A extends string>(
  declared: Route<I, O, A>,
): Route<I, O, A> {
  return declared
}

/** Input of a call without parameters. */
export const NoInput = z.strictObject({})
/** Answer of a call that returns nothing but its status. */
export const Done = z.object({ ok: z.literal(true) })
export const done: z.infer<typeof Done> = { ok: true }

export const mediaTypes: Record<ExportFormat, string> = {
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv',
}

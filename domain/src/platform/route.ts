import { z } from 'zod'

export type ExportFormat = 'pdf' | 'xlsx' | 'csv'

/**
 * What an answered call leaves in the audit record; refusals are recorded for every route (decision 010).
 * - `reads`: the door records who was shown which records of that name, before the answer leaves.
 * - `own`: the handler writes the event in the transaction of what it does.
 * - `nothing`: nobody's data is shown and nothing changes that matters; says why.
 */
export type RouteAudit =
  | {
      readonly reads: string
      /** Member of the rows shown that names the record, or the records of a row of several; `id` where nothing is said. */
      readonly by?: string
      /**
       * Path parameter that names whose records are shown; the last id in the path where nothing is said. Null: the path
       * names the record by an id of others, and the answer by ours.
       */
      readonly of?: string | null
      /**
       * Member of the answer with our id of the one record whose data is shown; where it is null nobody's was, and nothing is
       * recorded.
       */
      readonly about?: string
      /**
       * The answer shows records of several names: this member of it is a list of `{ kind, data }`. Each kind is a read of
       * its own, so that 'who saw this record' has one answer; `reads` then names a look that showed nothing.
       */
      readonly groups?: string
    }
  | 'own'
  | { readonly nothing: string }

/**
 * One call of the product as data: the server binds it, the web calls it, the tests call it; OpenAPI and the
 * permission table are generated from it.
 *
 * `path` is the specification's, with `{name}` for parameters. `allow` is a claim expression
 * (see access/claim-expression.ts), or `anyone` (no session needed) or `signed-in` (any live session). `input` is one
 * object: path parameters, the query and, for a JSON body, its members, validated together; strict, so that an unknown
 * name is refused. `output` is what is answered.
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
   * What the body carries: members of `input` (default of POST and PUT), or a file, raw or as multipart field `file`; all
   * else then stands in the query. Or a form.
   */
  readonly body?: 'json' | 'file' | FormBody
  /**
   * Called by another party's machine, which signs what it sends: the body comes to the handler as it was sent too, in the
   * encoding that is named (decision 046).
   */
  readonly signed?: 'form' | 'json'
  /** Bytes of a JSON or signed body, where a public route needs more than the 16 kB of the others; says why. */
  readonly maxBody?: { readonly bytes: number; readonly why: string }
  /** Formats that the Accept header may ask for instead of JSON; the answer is then a download of all filtered rows. */
  readonly formats?: readonly ExportFormat[]
  /** A poll of the page, not of the person: it does not keep the session alive (P-16). */
  readonly background?: boolean
  /** With `anyone`: a live session, when the call carries one, is made known to the handler all the same. */
  readonly knowsWho?: boolean
  /** A GET of the specification that changes something: a browser may send it from our own pages only (P-43). */
  readonly ownPagesOnly?: boolean
  /** May be called while the session is still kept to setting up its second factor. */
  readonly whileEnrolling?: boolean
  /** Leaves a session that is still offered beside an older one as it is; any other call makes it live. */
  readonly whilePending?: boolean
  /** Signing in and out, and what keeps people safe, go on while the disk is nearly full (P-79). */
  readonly whileDiskIsLow?: boolean
  /** Of a write that takes no `Idempotency-Key`: why. Without it the key is honored. */
  readonly repeat?: RouteRepeat
  /** Further paths that answer the same, such as the corrected spelling of a misspelt one. */
  readonly alsoAt?: readonly string[]
}

/**
 * What a client may do that got no answer from a write without a stored answer (decision 078).
 * - `harmless`: send it again; done twice it has the same effect as once.
 * - `never`: ask the user; the call carries a secret, or has another protection against duplicates.
 */
export type RouteRepeat = { readonly harmless: string } | { readonly never: string }

/** A multipart form: its text fields are members of `input`, and one field may hold a small file, which is kept in memory. */
export interface FormBody {
  readonly form: { readonly file: string; readonly largest: number }
}

export type InputOf<R extends Route> = z.input<R['input']>
export type ParsedInputOf<R extends Route> = z.output<R['input']>
export type OutputOf<R extends Route> = z.output<R['output']>

/** Declares a route; only here so that its schemas keep their exact types. */
export function route<I extends z.ZodType, O extends z.ZodType, const A extends string>(
  declared: Route<I, O, A>,
): Route<I, O, A> {
  return declared
}

/** The input of a call that takes nothing. */
export const Nothing = z.strictObject({})
/** The answer of a call whose success is its status. */
export const Done = z.object({ ok: z.literal(true) })
export const done: z.infer<typeof Done> = { ok: true }

export const mediaTypes: Record<ExportFormat, string> = {
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv',
}

import type { FailureCode } from './failures.ts'

/** Problem of one field or line; `path` names the input, `message` is the specification's. */
export interface FailureDetail {
  path: string
  message: string
  /** Values of the sentence, as `failureValues` declares them for the code. */
  values?: unknown
}

export interface FailureParts {
  status: number
  message: string
  details?: unknown
  cause?: unknown
  /** Seconds until the call may be retried, if known. */
  retryAfterSeconds?: number | undefined
}

/**
 * Failed call. The server makes one with `newFailure` or `fail`; the browser makes it of the answer, so that pages do not load
 * the table of all codes. Only the server's HTTP layer turns it into status and body.
 */
export class Failure extends Error {
  readonly code: FailureCode
  readonly status: number
  readonly details: unknown
  readonly retryAfterSeconds: number | undefined

  constructor(code: FailureCode, { status, message, details, cause, retryAfterSeconds }: FailureParts) {
    super(message, { cause })
    this.name = 'Failure'
    this.code = code
    this.status = status
    this.details = details
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** Body of a failed call. */
export interface FailureBody {
  code: string
  message: string
  details?: unknown
  requestId: string
}

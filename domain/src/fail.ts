import { Failure, type FailureDetail } from './failure.ts'
import type { FailureValues } from './failure-values.ts'
import { type FailureCode, failures } from './failures.ts'

interface FailureOptions {
  message?: string
  details?: unknown
  cause?: unknown
  retryAfterSeconds?: number
}

/** Throws a Failure. Returns `never`, so that `(await find(db, id)) ?? fail('record.not_found')` type-checks. */
export function fail(code: FailureCode, options: FailureOptions = {}): never {
  throw newFailure(code, options)
}

/**
 * Throws a Failure whose sentence has values, at the field of `path` if there is one. A page for clients says it in Spanish with
 * the same values.
 */
export function failWith<Code extends keyof FailureValues>(
  code: Code,
  values: FailureValues[Code],
  { message, path }: { message: string; path?: string },
): never {
  const field = path === undefined ? null : ({ path, message, values } satisfies FailureDetail)
  throw newFailure(code, { message, details: field ? [field] : values })
}

/** A Failure with the status of its code and, unless given, its message. One that must wait says how long. */
export function newFailure(code: FailureCode, options: FailureOptions = {}): Failure {
  const { status, message: usual } = failures[code]
  const { message = usual, details, cause, retryAfterSeconds } = options
  const wait = status === 429 && retryAfterSeconds !== undefined ? waitSentence(retryAfterSeconds) : null
  const exact = code === 'second_factor.wait'
  return new Failure(code, {
    status,
    message: wait && !exact ? `${message} (${wait})` : message,
    // The specification fixes that message exactly, so the time goes into the details.
    details: details ?? (wait && exact ? [{ path: '', message: wait } satisfies FailureDetail] : undefined),
    cause,
    retryAfterSeconds,
  })
}

function waitSentence(seconds: number): string {
  const [count, unit] = seconds < 90 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute']
  return `try again in ${count} ${unit}${count === 1 ? '' : 's'}`
}

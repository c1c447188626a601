import { Failure } from '@coverdesk/domain/failure.ts'
import type { FailureCode } from '@coverdesk/domain/failures.ts'

/** Attaches a failure that concerns one form field to that field; returns other errors unchanged. */
export function failureAtField(failure: unknown, code: FailureCode, path: string): unknown {
  if (!(failure instanceof Failure) || failure.code !== code) return failure
  const { status, message } = failure
  return new Failure(code, { status, message, details: [{ path, message }] })
}

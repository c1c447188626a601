import { Failure, type FailureCode } from '@coverdesk/domain/failures.ts'

/** Attaches a failure that concerns one form field to that field; returns other errors unchanged. */
export function failureAtField(failure: unknown, code: FailureCode, path: string): unknown {
  if (!(failure instanceof Failure) || failure.code !== code) return failure
  return new Failure(code, { message: failure.message, details: [{ path, message: failure.message }] })
}

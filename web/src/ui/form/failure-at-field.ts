import { Failure, type FailureCode } from '@coverdesk/domain/failures.ts'

/** A failure that is about one field of the form, as one that says so; any other as it is. */
export function failureAtField(failure: unknown, code: FailureCode, path: string): unknown {
  if (!(failure instanceof Failure) || failure.code !== code) return failure
  return new Failure(code, { message: failure.message, details: [{ path, message: failure.message }] })
}

import { newFailure } from './fail.ts'
import type { Failure, FailureDetail } from './failure.ts'
import { failures } from './failures.ts'
import { labelOf } from './platform/input-sentences.ts'

/** 400 for these problems. Its message is the first of them with the label of its field: 'Page size: At most 500'. */
export function invalidFields(details: readonly FailureDetail[]): Failure {
  const first = details[0]
  const message = first ? withLabel(first) : failures['request.invalid'].message
  return newFailure('request.invalid', { message, details })
}

function withLabel({ path, message }: FailureDetail): string {
  if (path === '') return message
  const label = labelOf(path.split('.'))
  return message.toLowerCase().startsWith(label.toLowerCase()) ? message : `${label}: ${message}`
}

/** Fails with `request.invalid` for one field. */
export function failField(path: string, message: string): never {
  throw invalidFields([{ path, message }])
}

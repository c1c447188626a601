import { Failure, type FailureDetail } from '@coverdesk/domain/failure.ts'
import type { FieldErrors, FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { failureMessage } from '../../platform/failures/failure-message.ts'

/** Number of fields with an error, without the form's own (`root`). */
export function countErrors(errors: FieldErrors): number {
  return Object.entries(errors).reduce((count, [name, error]) => {
    if (name === 'root' || !error) return count
    return count + (typeof error.message === 'string' || typeof error.type === 'string' ? 1 : countNested(error))
  }, 0)
}

function countNested(errors: object): number {
  return Object.values(errors).reduce<number>((count, error) => {
    if (typeof error !== 'object' || error === null) return count
    return count + ('type' in error && typeof error.type === 'string' ? 1 : countNested(error))
  }, 0)
}

/**
 * Shows each detail of a server error at the field of its path, and the message in the footer if no field is named.
 * Focuses the first of these fields.
 */
export function placeFailure<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  error: unknown,
): void {
  const values = form.getValues()
  const isField = (path: string): path is FieldPath<Input> => path.split('.', 1).some((name) => name in values)
  const placed = detailsOf(error).flatMap(({ path, message }) => (isField(path) ? [{ name: path, message }] : []))
  for (const [index, { name, message }] of placed.entries()) {
    form.setError(name, { type: 'server', message }, { shouldFocus: index === 0 })
  }
  if (placed.length > 0) return
  form.setError('root', { type: 'server', message: failureMessage(error) })
}

function detailsOf(error: unknown): FailureDetail[] {
  if (!(error instanceof Failure) || !Array.isArray(error.details)) return []
  return error.details.filter(isDetail)
}

function isDetail(detail: unknown): detail is FailureDetail {
  return (
    typeof detail === 'object' &&
    detail !== null &&
    'path' in detail &&
    typeof detail.path === 'string' &&
    'message' in detail &&
    typeof detail.message === 'string'
  )
}

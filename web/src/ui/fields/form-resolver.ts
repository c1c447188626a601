import { toNestErrors } from '@hookform/resolvers'
import type { FieldError, FieldValues, Resolver } from 'react-hook-form'
import type { z } from 'zod'

/**
 * Validates a form by its schema, with its sentences at the fields. The library's resolver says of an optional number what its first
 * alternative, the empty text, says of it.
 */
export function formResolver<Input extends FieldValues, Output>(
  schema: z.ZodType<Output, Input>,
): Resolver<Input, unknown, Output> {
  return (values, _context, options) => {
    const parsed = schema.safeParse(values)
    if (parsed.success) return { values: parsed.data, errors: {} }
    const errors: Record<string, FieldError> = {}
    for (const { path, code, message } of parsed.error.issues) errors[path.join('.')] ??= { type: code, message }
    return { values: {}, errors: toNestErrors<Input>(errors, options) }
  }
}

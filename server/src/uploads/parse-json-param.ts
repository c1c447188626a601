import { fail } from '@coverdesk/domain/fail.ts'
import type { z } from 'zod'

/** Parses a JSON query parameter. Fails with `request.invalid`, or with `upload.profile_invalid` for a profile. */
export function parseJsonParam<T>(schema: z.ZodType<T>, text: string, path: string): T {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return fail('request.invalid', { details: [{ path, message: 'Not JSON' }] })
  }
  const result = schema.safeParse(value)
  if (result.success) return result.data
  return fail(path === 'profile' ? 'upload.profile_invalid' : 'request.invalid', {
    details: result.error.issues.map((issue) => ({ path: [path, ...issue.path].join('.'), message: issue.message })),
  })
}

import { z } from 'zod'

/**
 * A line of text as people write names and addresses: trimmed, at most `most` characters, without control characters,
 * which break headers, logs and lists (P-47), and of which PostgreSQL cannot hold NUL.
 */
export function oneLine(most: number) {
  return z
    .string()
    .trim()
    .max(most, `At most ${most} characters`)
    .regex(/^[^\p{Cc}\u2028\u2029]*$/u, 'Not valid')
}

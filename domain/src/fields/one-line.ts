import { z } from 'zod'

/**
 * A line of text as people write names and addresses: trimmed, at most `most` characters, without control characters,
 * which break headers, logs and lists (P-47), and of which PostgreSQL cannot hold NUL; and without halves of characters
 * (lone surrogates), which no JSON of its takes.
 */
export function oneLine(most: number) {
  return z
    .string()
    .trim()
    .max(most, `At most ${most} characters`)
    .regex(/^[^\p{Cc}\p{Cs}\u2028\u2029]*$/u, 'Not valid')
}

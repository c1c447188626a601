import { z } from 'zod'

/**
 * Single-line text such as names and addresses: trimmed, with single spaces (two names that look the same are the same),
 * at most `most` characters, without control characters, which break headers, logs and lists (P-47; PostgreSQL cannot
 * store NUL), and without lone surrogates, which its JSON rejects.
 */
export function oneLine(most: number) {
  return z
    .string()
    .trim()
    .overwrite((typed) => typed.replace(/\p{Zs}+/gu, ' '))
    .max(most, `At most ${most} characters`)
    .regex(/^[^\p{Cc}\p{Cs}\u2028\u2029]*$/u, 'Not valid')
}

/** Single-line text as `oneLine`; null when empty. */
export function optionalLine(most: number) {
  return z
    .string()
    .nullable()
    .transform((typed) => typed ?? '')
    .pipe(oneLine(most))
    .transform((typed) => typed || null)
}

/**
 * Words of a validator, which no sentence for a person contains. Zod writes 'expected' and 'received' after punctuation;
 * alone they may be part of a label: 'Received date is required'.
 */
const validatorText =
  /invalid input|invalid option|[:,] (expected|received)\b|too (big|small)|unrecognized|must not have|\bNaN\b|undefined|\[object|regex|pattern/i

/** Whether a text is a sentence for a person, not a validator's text. */
export const isSentence = (text: string): boolean => !validatorText.test(text) && /^[\p{Lu}\d"“]/u.test(text)

/** The sentences of a refusal: its message and its details. */
export function sentencesOf({ message, details }: { message?: string; details?: unknown }): string[] {
  const listed: unknown[] = Array.isArray(details) ? details : []
  return [message, ...listed.map((detail) => Reflect.get(Object(detail), 'message'))].map(String)
}

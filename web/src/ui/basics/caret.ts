/**
 * Caret position after a text was reformatted: behind the same number of digits as before, so that a digit in the
 * middle of a phone number can be edited.
 */
export function caretAfter(formatted: string, digitsBefore: number): number {
  if (digitsBefore === 0) return formatted.search(/\d|$/)
  let seen = 0
  for (let index = 0; index < formatted.length; index++) {
    if (/\d/.test(formatted.charAt(index))) seen++
    if (seen === digitsBefore) return index + 1
  }
  return formatted.length
}

/** Array literal of numbers, dates and quoted texts; the driver escapes each element, which takes longer than the statement. */
export const arrayLiteral = (values: readonly (string | number | null)[]): string =>
  `{${values.map((value) => value ?? 'NULL').join(',')}}`

/** Text as an element of an array literal. */
export const quoted = (text: string): string => `"${text.replace(/["\\]/g, (sign) => `\\${sign}`)}"`

/** Literals as the driver quotes them, those with a backslash first, and numbers. */
const literals = /\bE'(?:[^'\\]|''|\\.)*'|'(?:[^']|'')*'|\b\d+(?:\.\d+)?\b/g

/** Text of a statement for the log, without the values of filters in it, which may be personal data (P-66). */
export function textWithoutValues(statement: string): string {
  return statement.replace(literals, '?')
}

/** The errors that the product sends people to its error page with. */
const known: Record<string, string> = {
  insufficient_permissions: "You don't have permission to open this page",
}

/**
 * The sentence for a code of the address, with the code itself when it is one of ours. A text that somebody else wrote
 * into the address is not shown (P-39, docs/decisions/004-error-page.md).
 */
export function errorText(code: string | undefined): { sentence: string; code: string | null } {
  const sentence = code !== undefined && Object.hasOwn(known, code) ? known[code] : undefined
  return sentence && code ? { sentence, code } : { sentence: 'Something went wrong', code: null }
}

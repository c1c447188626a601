/** Errors that redirect to the error page. */
const known: Record<string, string> = {
  insufficient_permissions: "You don't have permission to open this page",
}

/**
 * Message for the code in the URL, with the code if it is one of ours. Free text in the URL is never shown (P-39,
 * docs/decisions/004-error-page.md).
 */
export function errorText(code: string | undefined): { sentence: string; code: string | null } {
  const sentence = code !== undefined && Object.hasOwn(known, code) ? known[code] : undefined
  return sentence && code ? { sentence, code } : { sentence: 'Something went wrong', code: null }
}

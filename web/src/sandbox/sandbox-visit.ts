let visit: string | null = null

/**
 * Token of the sandbox visit from the URL's hash; kept in memory only. Null for users who didn't come from the portal.
 */
export function currentSandboxVisit(): string | null {
  const came = location.hash.slice(1)
  if (/^[\w-]{43}$/.test(came)) visit = came
  return visit
}

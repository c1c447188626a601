let visit: string | null = null

/**
 * What the browser holds of its visit, which came behind the '#' of the address: in memory from then on, and gone with the
 * page. Null for who did not come over from the portal.
 */
export function heldVisit(): string | null {
  const came = location.hash.slice(1)
  if (/^[\w-]{43}$/.test(came)) visit = came
  return visit
}

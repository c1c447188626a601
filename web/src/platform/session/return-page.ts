import { onSessionEnd } from './session.ts'

let left: { page: string; holder: string } | null = null
let returning: string | null = null

/** Areas whose pages belong to a session; no other address is returned to. */
const areas = /^\/(portal|consumer)\//

/**
 * Remembers, in the memory of this tab only, the page on which a session ended that its user did not end by Logout.
 * `currentPage` is the path with its query.
 */
export function rememberLeftPages(currentPage: () => string): void {
  onSessionEnd((reason, _, holder) => {
    const page = currentPage()
    left = reason !== 'logout' && holder !== null && areas.test(page) ? { page, holder } : null
  })
}

/** Page to return to after a login of the same user, or null; a page is returned to once. */
export function takeReturnPage(holder: string | null): string | null {
  returning = left !== null && left.holder === holder ? left.page : null
  left = null
  return returning
}

/** Whether `page` is opened by the return after a login: a right may have been lost since. */
export function isReturnTo(page: string): boolean {
  const isReturn = returning === page
  returning = null
  return isReturn
}

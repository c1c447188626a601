import { mayPass } from '@coverdesk/domain/access/claim-expression.ts'
import type { Resource } from '@coverdesk/domain/access/rights.ts'
import type { CountedLink } from '@coverdesk/domain/menu/menu-contract.ts'
import type { SignedIn } from '../platform/auth/session.ts'
import type { Db } from '../platform/db/database.ts'
import { countList } from '../platform/lists/count-list.ts'
import type { ListDeclaration } from '../platform/lists/list-declaration.ts'

/** The list behind a link, with the permission and visibility of that list's routes. */
export interface CountedList {
  allow: string
  list: ListDeclaration
  resource: Resource
}

/**
 * Number of visible records behind each link: the unfiltered total of its list (P-30). Lists cache their counts until
 * they change, so polling every minute is cheap.
 */
export async function menuCounts(
  db: Db,
  user: SignedIn,
  lists: ReadonlyMap<CountedLink, CountedList>,
): Promise<Partial<Record<CountedLink, number>>> {
  const open = [...lists].filter(([, { allow }]) => mayPass(allow, user))
  const totals = open.map(async ([link, { list, resource }]) => [
    link,
    await countList(db, list, { pageNumber: 1, pageSize: 10 }, user.visibility(resource)),
  ])
  return Object.fromEntries(await Promise.all(totals))
}

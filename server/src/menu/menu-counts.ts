import { mayPass } from '@coverdesk/domain/access/claim-expression.ts'
import type { Resource } from '@coverdesk/domain/access/rights.ts'
import type { CountedLink } from '@coverdesk/domain/menu/menu-contract.ts'
import type { SignedIn } from '../platform/auth/session.ts'
import type { Db } from '../platform/db/database.ts'
import { countList } from '../platform/lists/list.ts'
import type { ListDeclaration } from '../platform/lists/list-declaration.ts'

/** The list that a link opens, who may open it, and whose records they see there: all as that list's own calls have it. */
export interface CountedList {
  allow: string
  list: ListDeclaration
  resource: Resource
}

/**
 * How many records the person sees behind each link: the total that its list opens with (P-30). The lists keep their counts until
 * they change, so that a menu which asks every minute costs a look at a version.
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

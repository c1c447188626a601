import { LRUCache } from 'lru-cache'
import type { Visibility } from '../../auth/visibility.ts'
import type { Db } from '../../db/database.ts'
import { prepared } from '../../db/database.ts'
import type { JsonText } from '../../http/http-call.ts'
import { batched } from '../../runtime/batched.ts'
import { versionName } from '../list-count.ts'
import type { ListDeclaration, ListRequest } from '../list-declaration.ts'
import type { ListWhere, Order } from '../list-where.ts'

/** What a page depends on but the records. */
export interface AskedPage {
  where: ListWhere
  order: Order
  request: ListRequest
  visibility: Visibility
  parameter: string | number | null
}

/** A page as it was answered, and the version of the list that it and its total are of. */
export interface AnsweredPage {
  text: JsonText
  version: number | null
}

/** Characters of all pages that a handle keeps; some thousand pages of ten rows, the least asked go first. */
const maxCharacters = 16_000_000
/** A page longer than this would take the place of too many. */
const longest = 200_000

interface Pages {
  answered: LRUCache<string, AnsweredPage>
  versionOf: (name: string) => Promise<number | undefined>
}

/** For each handle, as its version numbers mean nothing to another database. */
const pagesOf = new WeakMap<Db, Pages>()

/** Whether pages of a list are kept for a handle: not in a transaction, which sees its own changes before the version moves. */
export const keepsPages = (db: Db, list: ListDeclaration) => list.keepsPages === true && !db.isTransaction

/**
 * The page as it was answered before, when no change of the list was committed since: its version is asked for each time,
 * once for all who ask together, so that a kept page is never stale, also with several nodes.
 */
export async function keptPage(db: Db, list: ListDeclaration, name: string): Promise<JsonText | null> {
  const pages = pagesOf.get(db)
  const page = pages?.answered.get(name)
  if (!pages || !page) return null
  return (await pages.versionOf(versionName(list))) === page.version ? page.text : null
}

/** Keeps a page for the next who asks for the same, unless its rows and its total are of different moments. */
export function keepPage(db: Db, name: string, page: AnsweredPage): void {
  if (page.version === null || page.text.text.length > longest) return
  const pages = pagesOf.get(db) ?? emptyPages(db)
  pagesOf.set(db, pages)
  pages.answered.set(name, page)
}

/** Everything that a page depends on but the records: what is asked, what is seen, and the parameter of the joins. */
export function nameOfPage(list: ListDeclaration, { where, order, request, parameter }: AskedPage): string {
  const { pageNumber, pageSize } = request
  const values = JSON.stringify([parameter, ...where.values])
  return `${list.name}${where.shape} by ${order.sort} ${order.direction} ${pageNumber} ${pageSize} ${values}`
}

function emptyPages(db: Db): Pages {
  return {
    answered: new LRUCache({
      maxSize: maxCharacters,
      sizeCalculation: ({ text }, name) => text.text.length + name.length,
    }),
    versionOf: batched((names) => versionsOf(db, names)),
  }
}

const findVersions = {
  name: 'list-versions',
  text: 'select list, version from list_versions where list = any($1)',
  quick: true,
}

async function versionsOf(db: Db, names: string[]): Promise<Map<string, number>> {
  const rows = await prepared<{ list: string; version: number }>(db, findVersions, [names])
  return new Map(rows.map(({ list, version }) => [list, version]))
}

import { LRUCache } from 'lru-cache'
import type { Db } from '../../db/database.ts'
import { prepared } from '../../db/database.ts'
import type { JsonText } from '../../http/http-call.ts'
import { batched } from '../../runtime/batched.ts'
import type { ListDeclaration } from '../list-declaration.ts'
import { versionName } from './cached-count.ts'
import type { PageRequest } from './find-page.ts'

/** Page with the version of the list that its rows and total have in common. */
export interface VersionedPage {
  text: JsonText
  version: number | null
}

/** Total characters of cached pages per handle: some thousand pages of ten rows, evicted least recently used first. */
const maxCharacters = 16_000_000
/** Longer pages are not cached: they would evict too many others. */
const maxPageCharacters = 200_000

interface PageCache {
  pages: LRUCache<string, VersionedPage>
  versionOf: (name: string) => Promise<number | undefined>
}

/** Per handle, because versions of different databases are unrelated. */
const cacheOf = new WeakMap<Db, PageCache>()

/** Whether pages are cached: not in a transaction, which sees its own changes before the version increments. */
export const usesPageCache = (db: Db, list: ListDeclaration) => list.cachePages === true && !db.isTransaction

/**
 * Cached page of the list's current version. Reads the version each time, batched over concurrent requests, so that a
 * cached page is never stale, even with several nodes.
 */
export async function cachedPage(db: Db, list: ListDeclaration, name: string): Promise<JsonText | null> {
  const pages = cacheOf.get(db)
  const page = pages?.pages.get(name)
  if (!pages || !page) return null
  return (await pages.versionOf(versionName(list))) === page.version ? page.text : null
}

/** Caches a page, unless its rows and its total are of different versions. */
export function cachePage(db: Db, name: string, page: VersionedPage): void {
  if (page.version === null || page.text.text.length > maxPageCharacters) return
  const pages = cacheOf.get(db) ?? emptyCache(db)
  cacheOf.set(db, pages)
  pages.pages.set(name, page)
}

/** Cache key: request, visibility and the parameter of the joins. */
export function pageKey(list: ListDeclaration, { where, order, request, parameter }: PageRequest): string {
  const { pageNumber, pageSize } = request
  const values = JSON.stringify([parameter, ...where.values])
  return `${list.name}${where.shape} by ${order.sort} ${order.direction} ${pageNumber} ${pageSize} ${values}`
}

function emptyCache(db: Db): PageCache {
  return {
    pages: new LRUCache({
      maxSize: maxCharacters,
      sizeCalculation: ({ text }, name) => text.text.length + name.length,
    }),
    versionOf: batched((names) => versionsOf(db, names)),
  }
}

const findVersions = {
  name: 'list-versions',
  text: 'select list, version from list_versions where list = any($1)',
  pipelined: true,
}

async function versionsOf(db: Db, names: string[]): Promise<Map<string, number>> {
  const rows = await prepared<{ list: string; version: number }>(db, findVersions, [names])
  return new Map(rows.map(({ list, version }) => [list, version]))
}

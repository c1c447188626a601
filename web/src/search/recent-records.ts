import type { SearchHit, SearchKindName } from '@coverdesk/domain/search/search-contract.ts'

export interface RecentRecord {
  kind: SearchKindName
  hit: SearchHit
}

const maxRecent = 6
/** In memory only: names of people must not remain in a browser. */
let cache: { userId: number; records: readonly RecentRecord[] } = { userId: 0, records: [] }

/** Records last opened from the search by this user, newest first; lost on reload. */
export function recentRecords(userId: number): readonly RecentRecord[] {
  return cache.userId === userId ? cache.records : []
}

export function rememberRecord(userId: number, record: RecentRecord): void {
  const others = recentRecords(userId).filter(({ kind, hit }) => kind !== record.kind || hit.id !== record.hit.id)
  cache = { userId, records: [record, ...others].slice(0, maxRecent) }
}

import type { SearchHit, SearchKindName } from '@coverdesk/domain/search/search-contract.ts'
import type { SignedIn } from '../auth/session.ts'
import type { Visibility } from '../auth/visibility.ts'
import type { Db } from '../db/database.ts'
import type { SearchTerm } from './search-term.ts'

/**
 * How the search everywhere finds records of one kind. Right and visibility are those of the kind's own list: `allow` is
 * its claim expression, `sees` whose records somebody sees.
 */
export interface SearchKind {
  kind: SearchKindName
  allow: string
  visibility: (user: SignedIn) => Visibility
  /** At most `most` hits, the best first, quickly: each part of it asks an index that ends with what is wanted. */
  find: (db: Db, visibility: Visibility, term: SearchTerm, most: number) => Promise<SearchHit[]>
}

/** 'a · b · c' of what is there. */
export function inWords(...parts: readonly (string | null | undefined)[]): string {
  return parts.filter(Boolean).join(' · ')
}

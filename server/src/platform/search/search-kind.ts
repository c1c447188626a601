import type { SearchHit, SearchKindName } from '@coverdesk/domain/search/search-contract.ts'
import type { SignedIn } from '../auth/session.ts'
import type { Visibility } from '../auth/visibility.ts'
import type { Db } from '../db/database.ts'
import type { SearchTerm } from './search-term.ts'

/**
 * Global search for one kind of record. `allow` and `visibility` are the right and the visibility of the kind's list.
 */
export interface SearchKind {
  kind: SearchKindName
  allow: string
  visibility: (user: SignedIn) => Visibility
  /** At most `limit` hits, best first. Must be fast: each part uses an index with a limit. */
  find: (
    db: Db,
    visibility: Visibility,
    term: SearchTerm,
    limit: number,
    /** The only organization of the installation, if it has one. */
    org: string | null,
  ) => Promise<SearchHit[]>
}

import { showDate } from '@coverdesk/domain/fields/calendar-date.ts'
import { showPhone } from '@coverdesk/domain/fields/personal-numbers.ts'
import type { SearchHit } from '@coverdesk/domain/search/search-contract.ts'
import { sql } from 'kysely'
import type { Visibility } from '../platform/auth/visibility.ts'
import type { Db } from '../platform/db/database.ts'
import { findKeys, type SearchedTable } from '../platform/search/find-keys.ts'
import { searchDetail } from '../platform/search/search-detail.ts'
import type { SearchKind } from '../platform/search/search-kind.ts'
import type { SearchTerm } from '../platform/search/search-term.ts'
import { offlineVisibility } from './offline-visibility.ts'

const searched: SearchedTable = {
  table: 'offline_applications o',
  key: 'o.id',
  visibleTo: 'o.owner',
  sortName: 'o.sort_name',
  searchName: 'o.search_name',
  numbered: 'application',
  begins: [
    { of: 'digits', expression: 'o.phone collate "C"' },
    { of: 'lastDigits', expression: 'reverse(o.phone) collate "C"', only: 'o.phone is not null' },
    { of: 'email', expression: 'plain_text(o.email) collate "C"' },
  ],
}

const searchedMembers: SearchedTable = {
  table: 'offline_app_members m join offline_applications o on o.id = m.application_id',
  key: 'm.id',
  visibleTo: 'o.owner',
  sortName: 'm.sort_name',
  searchName: 'm.search_name',
  begins: [],
}

/** Applications with a household member of this name, under the member's name. */
async function findByMember(db: Db, visibility: Visibility, term: SearchTerm, limit: number): Promise<SearchHit[]> {
  const ids = await findKeys(db, searchedMembers, visibility, term, limit)
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: number; name: string; relation: string; applicant: string; done: boolean }>`
    select o.id, concat_ws(' ', m.first_name, nullif(m.middle_name, ''), m.last_name) as name, m.relation,
      concat_ws(' ', o.first_name, o.last_name) as applicant, o.processed_at is not null as done
    from unnest(${ids}::bigint[]) with ordinality as hit (id, place)
    join offline_app_members m on m.id = hit.id
    join offline_applications o on o.id = m.application_id
    order by hit.place`.execute(db)
  return rows.map(({ id, name, relation, applicant, done }) => ({
    id,
    title: name,
    detail: `${relation.charAt(0).toUpperCase()}${relation.slice(1)} on application ${id} of ${applicant}`,
    badge: done ? 'Processed' : 'Open',
  }))
}

/**
 * Search for offline applications by the name of the applicant and household, the applicant's phone and email address, and the
 * application's number; never by a sealed number.
 */
export const searchOffline: SearchKind = {
  kind: 'offline-application',
  allow: 'agent view.OfflineApp|admin.OfflineApp',
  visibility: offlineVisibility,
  find: async (db, visibility, term, limit) => {
    const ids = await findKeys(db, searched, visibility, term, limit)
    const byMember = ids.length < limit ? await findByMember(db, visibility, term, limit - ids.length) : []
    if (ids.length === 0) return once(byMember)
    const { rows } = await sql<{ id: number; name: string; phone: string | null; day: string; done: boolean }>`
      select o.id, concat_ws(' ', o.first_name, nullif(o.middle_name, ''), o.last_name) as name, o.phone, o.created_on as day,
        o.processed_at is not null as done
      from unnest(${ids}::bigint[]) with ordinality as hit (id, place)
      join offline_applications o on o.id = hit.id
      order by hit.place`.execute(db)
    const byApplicant = rows.map(({ id, name, phone, day, done }) => ({
      id,
      title: name,
      detail: searchDetail(`Application ${id}`, showPhone(phone), showDate(day)),
      badge: done ? 'Processed' : 'Open',
    }))
    return once([...byApplicant, ...byMember])
  },
}

/** Each application once, under its best hit. */
const once = (hits: readonly SearchHit[]) =>
  [...new Map(hits.toReversed().map((hit) => [hit.id, hit])).values()].toReversed()

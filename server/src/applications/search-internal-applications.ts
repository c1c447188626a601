import { sectionRules } from '@coverdesk/domain/access/portal-rules.ts'
import { showPhone } from '@coverdesk/domain/fields/personal-numbers.ts'
import { sql } from 'kysely'
import type { Visibility } from '../platform/auth/visibility.ts'
import type { Db } from '../platform/db/database.ts'
import { findKeys, type SearchedTable } from '../platform/search/find-keys.ts'
import { searchDetail } from '../platform/search/search-detail.ts'
import type { SearchKind } from '../platform/search/search-kind.ts'
import { parseSearchTerm } from '../platform/search/search-term.ts'
import { applicationVisibility } from './application-visibility.ts'

const searched: SearchedTable = {
  table: 'internal_applications i',
  key: 'i.id',
  visibleTo: 'i.owner',
  sortName: 'i.sort_name',
  searchName: 'i.search_name',
  numbered: 'application',
  begins: [
    { of: 'number', expression: 'plain_text(i.marketplace_id) collate "C"', only: 'i.marketplace_id is not null' },
    { of: 'digits', expression: 'i.phone collate "C"' },
    { of: 'lastDigits', expression: 'reverse(i.phone) collate "C"', only: 'i.phone is not null' },
    { of: 'email', expression: 'plain_text(i.email) collate "C"' },
  ],
}

interface Found {
  id: number
  key: string
  name: string
  phone: string
  email: string
  carrier: string
  status: string | null
}

/** Ids of visible internal applications that the typed text finds, as the global search does; best first. */
export async function findInternalApplications(
  db: Db,
  visibility: Visibility,
  typed: string,
  limit: number,
): Promise<number[]> {
  const term = parseSearchTerm(typed)
  return term === null ? [] : await findKeys(db, searched, visibility, term, limit)
}

/** Internal applications by the applicant's name, phone and email address, by the marketplace id and the own number. */
export const searchInternalApplications: SearchKind = {
  kind: 'internal-application',
  allow: sectionRules['Direct Enrollment'].allow,
  visibility: applicationVisibility,
  find: async (db, visibility, term, limit) => {
    const ids = await findKeys(db, searched, visibility, term, limit)
    if (ids.length === 0) return []
    const { rows } = await sql<Found>`
      select i.id, i.uuid as key, concat_ws(' ', i.first_name, nullif(i.middle_name, ''), i.last_name) as name, i.phone, i.email,
        i.carrier, s.name as status
      from unnest(${ids}::bigint[]) with ordinality as hit (id, place)
      join internal_applications i on i.id = hit.id
      left join lookup_values s on s.list = 'status.application' and s.id = i.status_id
      order by hit.place`.execute(db)
    return rows.map(({ id, key, name, phone, email, carrier, status }) => ({
      id,
      key,
      title: name,
      detail: searchDetail(`Application ${id}`, carrier, showPhone(phone), term.email ? email : null),
      badge: status,
    }))
  },
}

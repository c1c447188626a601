import { showDate } from '@coverdesk/domain/fields/calendar-date.ts'
import { showPhone } from '@coverdesk/domain/fields/personal-numbers.ts'
import { sql } from 'kysely'
import { findKeys, type SearchedTable } from '../platform/search/find-keys.ts'
import { searchDetail } from '../platform/search/search-detail.ts'
import type { SearchKind } from '../platform/search/search-kind.ts'
import { offlineVisibility } from './offline-visibility.ts'

const searched: SearchedTable = {
  table: 'offline_applications o',
  key: 'o.id',
  visibleTo: 'o.owner',
  sortName: 'o.sort_name',
  searchName: 'o.search_name',
  begins: [
    { of: 'digits', expression: 'o.phone collate "C"' },
    { of: 'email', expression: 'plain_text(o.email) collate "C"' },
  ],
}

/** Search for offline applications by the applicant's name, phone and e-mail address; never by a sealed number. */
export const searchOffline: SearchKind = {
  kind: 'offline-application',
  allow: 'agent view.OfflineApp|admin.OfflineApp',
  visibility: offlineVisibility,
  find: async (db, visibility, term, most) => {
    const ids = await findKeys(db, searched, visibility, term, most)
    if (ids.length === 0) return []
    const { rows } = await sql<{ id: number; name: string; phone: string | null; day: string; done: boolean }>`
      select o.id, concat_ws(' ', o.first_name, nullif(o.middle_name, ''), o.last_name) as name, o.phone, o.created_on as day,
        o.processed_at is not null as done
      from unnest(${ids}::bigint[]) with ordinality as hit (id, place)
      join offline_applications o on o.id = hit.id
      order by hit.place`.execute(db)
    return rows.map(({ id, name, phone, day, done }) => ({
      id,
      title: name,
      detail: searchDetail(`Application ${id}`, showPhone(phone), showDate(day)),
      badge: done ? 'Processed' : 'Open',
    }))
  },
}

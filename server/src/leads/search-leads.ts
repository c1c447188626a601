import { showDate } from '@coverdesk/domain/fields/calendar-date.ts'
import { showPhone } from '@coverdesk/domain/fields/personal-numbers.ts'
import { mayReadLeads } from '@coverdesk/domain/leads/lead-contract.ts'
import { sql } from 'kysely'
import { findKeys, type SearchedTable } from '../platform/search/find-keys.ts'
import { searchDetail } from '../platform/search/search-detail.ts'
import type { SearchKind } from '../platform/search/search-kind.ts'

const searched: SearchedTable = {
  table: 'leads l',
  key: 'l.id',
  visibleTo: 'l.agent_id',
  sortName: 'l.sort_name',
  searchName: 'l.search_name',
  born: 'l.dob',
  begins: [
    { of: 'digits', expression: 'l.phone collate "C"' },
    { of: 'lastDigits', expression: 'reverse(l.phone) collate "C"', only: 'l.phone is not null' },
  ],
}

interface FoundLead {
  id: number
  name: string
  phone: string | null
  dob: string | null
  city: string | null
  state: string | null
  status: string | null
}

/** Leads by name, phone and date of birth. */
export const searchLeads: SearchKind = {
  kind: 'lead',
  allow: mayReadLeads,
  visibility: (user) => user.visibility('Lead'),
  find: async (db, visibility, term, limit) => {
    const ids = await findKeys(db, searched, visibility, term, limit)
    if (ids.length === 0) return []
    const { rows } = await sql<FoundLead>`
      select l.id, concat_ws(' ', nullif(l.first_name, ''), nullif(l.middle_name, ''), nullif(l.last_name, '')) as name, l.phone, l.dob, l.city,
        l.state, s.name as status
      from unnest(${ids}::bigint[]) with ordinality as hit (id, place)
      join leads l on l.id = hit.id
      left join lookup_values s on s.list = 'status.lead' and s.id = l.status_id
      order by hit.place`.execute(db)
    return rows.map(({ id, name, phone, dob, city, state, status }) => ({
      id,
      title: name || 'No name',
      detail: searchDetail(
        showPhone(phone),
        [city, state].filter(Boolean).join(', '),
        term.born && dob && `born ${showDate(dob)}`,
      ),
      badge: status,
    }))
  },
}

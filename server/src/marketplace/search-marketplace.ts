import { showPhone } from '@coverdesk/domain/fields/personal-numbers.ts'
import { mayReadApplications } from '@coverdesk/domain/marketplace/marketplace-contract.ts'
import { sql } from 'kysely'
import { findKeys, type SearchedTable } from '../platform/search/find-keys.ts'
import { searchDetail } from '../platform/search/search-detail.ts'
import type { SearchKind } from '../platform/search/search-kind.ts'

const searched: SearchedTable = {
  table: 'marketplace_applications m',
  key: 'm.id',
  visibleTo: ['m.agent_id', 'm.sale_agent_id'],
  sortName: 'm.sort_name',
  searchName: 'm.search_name',
  begins: [
    { of: 'number', expression: 'plain_text(m.exchange_assigned_id) collate "C"' },
    { of: 'digits', expression: 'm.user_phone collate "C"' },
    { of: 'lastDigits', expression: 'reverse(m.user_phone) collate "C"', only: 'm.user_phone is not null' },
    { of: 'email', expression: 'plain_text(m.user_email) collate "C"', only: 'm.user_email is not null' },
  ],
}

interface Found {
  id: number
  key: string
  name: string
  phone: string | null
  email: string | null
  carrier: string | null
  eligible: boolean
}

/**
 * Search for marketplace applications by the applicant's name, phone and email address, and by exchange assigned id.
 */
export const searchMarketplace: SearchKind = {
  kind: 'marketplace-application',
  allow: mayReadApplications,
  visibility: (user) => user.visibility('Application'),
  find: async (db, visibility, term, limit) => {
    const ids = await findKeys(db, searched, visibility, term, limit)
    if (ids.length === 0) return []
    const { rows } = await sql<Found>`
      select m.id, m.exchange_assigned_id as key, concat_ws(' ', nullif(m.user_first_name, ''), nullif(m.user_last_name, '')) as name,
        m.user_phone as phone, m.user_email as email, coalesce(c.name, m.carrier_name) as carrier, m.eligible
      from unnest(${ids}::bigint[]) with ordinality as hit (id, place)
      join marketplace_applications m on m.id = hit.id
      left join carriers c on c.id = m.carrier_id
      order by hit.place`.execute(db)
    return rows.map(({ id, key, name, phone, email, carrier, eligible }) => ({
      id,
      key,
      title: name || 'No name',
      detail: searchDetail(key, carrier, showPhone(phone), term.email ? email : null),
      badge: eligible ? 'Elegible' : 'Unelegible',
    }))
  },
}

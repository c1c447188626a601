import { showDate } from '@coverdesk/domain/fields/calendar-date.ts'
import { showPhone } from '@coverdesk/domain/fields/personal-numbers.ts'
import { sql } from 'kysely'
import { findKeys, type SearchedTable } from '../platform/search/find-keys.ts'
import { searchDetail } from '../platform/search/search-detail.ts'
import type { SearchKind } from '../platform/search/search-kind.ts'

const searched: SearchedTable = {
  table: 'policies p',
  key: 'p.id',
  visibleTo: 'p.agent_id',
  sortName: 'p.sort_name',
  searchName: 'p.search_name',
  born: 'p.dob',
  begins: [
    { of: 'number', expression: 'plain_text(p.policy_number) collate "C"' },
    {
      of: 'number',
      expression: `ltrim(plain_text(p.policy_number), '0') collate "C"`,
      only: `p.policy_number like '0%'`,
    },
    { of: 'digits', expression: 'p.phone collate "C"' },
    { of: 'lastDigits', expression: 'reverse(p.phone) collate "C"', only: 'p.phone is not null' },
    { of: 'email', expression: 'plain_text(p.email) collate "C"', only: 'p.email is not null' },
  ],
}

interface FoundPolicy {
  id: number
  name: string
  number: string
  carrier: string
  email: string | null
  phone: string | null
  dob: string | null
  status: string
}

/** Search for policies by number, insured, phone, email address and date of birth. */
export const searchPolicies: SearchKind = {
  kind: 'policy',
  allow: 'agent view.Policy|admin.Policy',
  visibility: (user) => user.visibility('Policy'),
  find: async (db, visibility, term, limit) => {
    const ids = await findKeys(db, searched, visibility, term, limit)
    if (ids.length === 0) return []
    const { rows } = await sql<FoundPolicy>`
      select p.id, p.first_name || ' ' || p.last_name as name, p.policy_number as number, c.name as carrier, p.email, p.phone,
        p.dob, p.status
      from unnest(${ids}::bigint[]) with ordinality as hit (id, place)
      join policies p on p.id = hit.id
      join carriers c on c.id = p.carrier_id
      order by hit.place`.execute(db)
    return rows.map(({ id, name, number, carrier, email, phone, dob, status }) => ({
      id,
      title: name,
      detail: searchDetail(
        number,
        carrier,
        term.email ? email : null,
        term.digits === null ? null : showPhone(phone),
        term.born && dob && `born ${showDate(dob)}`,
      ),
      badge: status,
    }))
  },
}

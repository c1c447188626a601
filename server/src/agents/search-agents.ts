import { sql } from 'kysely'
import { searchDetail } from '../platform/search/search-detail.ts'
import type { SearchKind } from '../platform/search/search-kind.ts'

/** Agents by name, NPN, login email and phone; scans all agents, because an agency has a few thousand at most. */
export const searchAgents: SearchKind = {
  kind: 'agent',
  allow: 'administrator',
  visibility: () => ({ all: true }),
  find: async (db, _, { text, digits, inside }, limit) => {
    const { rows } = await sql<{ id: number; name: string; npn: string | null; email: string; status: string | null }>`
      select a.id, a.name, a.npn, a.login_email as email, s.name as status
      from agents a left join lookup_values s on s.list = 'status.agent' and s.id = a.status_id
      where position(plain_text(${text}) in plain_text(a.name)) > 0
        or ${inside?.('a.search_name') ?? sql`false`}
        or starts_with(plain_text(a.login_email), plain_text(${text}))
        or starts_with(a.npn, ${digits ?? text})
        or (${digits !== null && digits.length > 2} and exists (
          select from contact_phones p where p.contact_id = a.contact_id and starts_with(p.phone, ${digits ?? ''})))
      order by not starts_with(plain_text(a.name), plain_text(${text})), a.name, a.id limit ${limit}`.execute(db)
    return rows.map(({ id, name, npn, email, status }) => ({
      id,
      title: name,
      detail: searchDetail(npn && `NPN ${npn}`, email),
      badge: status,
    }))
  },
}

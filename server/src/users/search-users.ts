import { sectionRules } from '@coverdesk/domain/access/portal-rules.ts'
import { showPhone } from '@coverdesk/domain/fields/personal-numbers.ts'
import { sql } from 'kysely'
import { searchDetail } from '../platform/search/search-detail.ts'
import type { SearchKind } from '../platform/search/search-kind.ts'
import { displayName } from './user-list.ts'

interface FoundUser {
  id: number
  name: string
  userName: string
  phone: string | null
  enabled: boolean
}

/** Users by any part of login or name, and by phone; scans all users, because an agency has a few thousand at most. */
export const searchUsers: SearchKind = {
  kind: 'user',
  allow: sectionRules.Security.allow,
  visibility: () => ({ all: true }),
  find: async (db, _, { text, digits, inside }, limit, org) => {
    const { rows } = await sql<FoundUser>`
      select u.id, ${sql.raw(displayName)} as name, u.user_name as "userName", u.phone, u.enabled
      from users u left join contacts c on c.id = u.contact_id
      where (position(plain_text(${text}) in u.search_text) > 0
          or ${inside?.('u.sort_name') ?? sql`false`}
          or (${digits !== null && digits.length > 2} and starts_with(u.phone, ${digits ?? ''})))
        and ${org === null ? sql`true` : sql`u.org = ${org}`}
      order by not starts_with(u.search_text, plain_text(${text})), u.sort_name, u.id limit ${limit}`.execute(db)
    return rows.map(({ id, name, userName, phone, enabled }) => ({
      id,
      title: name,
      detail: searchDetail(name === userName ? null : userName, digits === null ? null : showPhone(phone)),
      badge: enabled ? null : 'Disabled',
    }))
  },
}

import type { ShortContact } from '@coverdesk/domain/contacts/merge-contract.ts'
import { sql } from 'kysely'
import type { Visibility } from '../platform/auth/visibility.ts'
import type { Db } from '../platform/db/database.ts'
import { findKeys, type SearchedTable } from '../platform/search/find-keys.ts'
import type { SearchTerm } from '../platform/search/search-term.ts'
import { visibleContacts } from './contact-queries.ts'

const searched: SearchedTable = {
  table: 'contacts c',
  key: 'c.id',
  visibleTo: 'c.agent_id',
  always: 'c.merged_into is null',
  sortName: 'c.sort_name',
  searchName: 'c.search_name',
  born: 'c.dob',
  begins: [
    { of: 'text', expression: `plain_text(c.first_name || ' ' || c.last_name) collate "C"` },
    { of: 'email', expression: 'plain_text(c.main_email) collate "C"' },
    { of: 'digits', expression: 'c.main_phone collate "C"' },
    {
      of: 'email',
      expression: 'plain_text(e.email) collate "C"',
      through: 'contact_emails e join contacts c on c.id = e.contact_id',
    },
    {
      of: 'digits',
      expression: 'p.phone collate "C"',
      through: 'contact_phones p join contacts c on c.id = p.contact_id',
    },
    {
      of: 'lastDigits',
      expression: 'reverse(p.phone) collate "C"',
      through: 'contact_phones p join contacts c on c.id = p.contact_id',
    },
  ],
}

/** Up to `limit` visible contacts by name, date of birth, or any of their email addresses or phones, the best match first. */
export async function findContacts(
  db: Db,
  visibility: Visibility,
  term: SearchTerm,
  limit: number,
): Promise<ShortContact[]> {
  return await shortContacts(db, await findKeys(db, searched, visibility, term, limit))
}

/** First visible contacts by name. */
export async function firstContacts(db: Db, visibility: Visibility, limit: number): Promise<ShortContact[]> {
  const { rows } = await sql<{ id: number }>`
    select c.id from contacts c where ${visibleContacts(visibility)} order by c.sort_name, c.id limit ${limit}`.execute(
    db,
  )
  return await shortContacts(
    db,
    rows.map(({ id }) => id),
  )
}

async function shortContacts(db: Db, ids: readonly number[]): Promise<ShortContact[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<ShortContact>`
    select c.id, concat_ws(' ', nullif(c.first_name, ''), nullif(c.middle_name, ''), nullif(c.last_name, '')) as name,
      coalesce(c.main_email, '') as email, coalesce(c.main_phone, '') as phone, c.dob, cu.contact_id is not null as customer
    from unnest(${ids}::bigint[]) with ordinality as hit (id, place)
    join contacts c on c.id = hit.id
    left join customers cu on cu.contact_id = c.id
    order by hit.place`.execute(db)
  return rows
}

import type { MergeSide } from '@coverdesk/domain/contacts/merge-contract.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** A list of a contact and the key that identifies equal entries. */
interface ContactList {
  table: 'contact_emails' | 'contact_phones' | 'contact_addresses'
  same: (alias: string) => RawBuilder<unknown>
  words: readonly [one: string, many: string]
}

const column = (alias: string, name: string) => sql.ref(`${alias}.${name}`)

export const contactLists = {
  email: {
    table: 'contact_emails',
    same: (alias) => sql`lower(${column(alias, 'email')})`,
    words: ['email', 'emails'],
  },
  phone: { table: 'contact_phones', same: (alias) => column(alias, 'phone'), words: ['phone', 'phones'] },
  address: {
    table: 'contact_addresses',
    same: (alias) => sql`
      row(plain_text(${column(alias, 'address')}), coalesce(${column(alias, 'country_id')}, 0), coalesce(${column(alias, 'state_id')}, 0),
        coalesce(${column(alias, 'city_id')}, 0), ${column(alias, 'zip_code')})`,
    words: ['address', 'addresses'],
  },
} satisfies Record<string, ContactList>

/**
 * Moves the entries of a contact to another. Duplicates stay with the merged contact, and their purposes are added to the
 * remaining entry. `first`: whose entries come first and so include the main one.
 */
export async function mergeList(db: Db, list: ContactList, from: number, to: number, first: MergeSide): Promise<void> {
  const table = sql.table(list.table)
  await sql`
    update ${table} k set purposes = (select array(select distinct p from unnest(k.purposes || m.purposes) p order by p))
    from (
      select k.id, array_agg(p) as purposes from ${table} k join ${table} m on ${list.same('m')} = ${list.same('k')}, unnest(m.purposes) p
      where k.contact_id = ${to} and m.contact_id = ${from} group by k.id) m
    where k.id = m.id and not k.purposes @> m.purposes`.execute(db)
  // If both contacts have the chosen main entry, the remaining contact's own comes first.
  const main = sql`coalesce(
    (select k.id from ${table} k, ${table} m where k.contact_id = ${to} and ${list.same('k')} = ${list.same('m')}
       and m.id = (select id from ${table} where contact_id = ${from} order by position, id limit 1) order by k.id limit 1),
    (select id from ${table} where contact_id = ${from} order by position, id limit 1))`
  const { rows } = await sql<{ id: number }>`
    select t.id from ${table} t
    where t.contact_id = ${to} or (t.contact_id = ${from} and not exists (
      select from ${table} k where k.contact_id = ${to} and ${list.same('k')} = ${list.same('t')}))
    order by ${first === 'merged' ? sql`t.id <> ${main},` : sql``} t.contact_id <> ${to}, t.position, t.id`.execute(db)
  await sql`
    update ${table} t set contact_id = ${to}, position = wanted.position - 1
    from unnest(${rows.map(({ id }) => id)}::bigint[]) with ordinality as wanted (id, position)
    where t.id = wanted.id and (t.contact_id <> ${to} or t.position <> wanted.position - 1)`.execute(db)
}

/** Number of entries that a merge would move, for display. */
export async function entriesToMove(db: Db, list: ContactList, from: number, to: number): Promise<string[]> {
  const table = sql.table(list.table)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${table} t
    where t.contact_id = ${from} and not exists (
      select from ${table} k where k.contact_id = ${to} and ${list.same('k')} = ${list.same('t')})`.execute(db)
  const count = rows[0]?.count ?? 0
  return count === 0 ? [] : [`${count} ${list.words[count === 1 ? 0 : 1]}`]
}

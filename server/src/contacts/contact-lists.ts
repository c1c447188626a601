import type { ContactWays } from '@coverdesk/domain/contacts/contact-fields.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'
import { listChanges } from './list-changes.ts'

/** Number of rows that a save added and removed. */
export interface ListCounts {
  added: number
  removed: number
}

type Entry = { purposes: readonly { purposeId: number }[] }

/** Table and columns of one of a contact's lists. */
interface ListTable<Wanted extends Entry> {
  table: 'contact_emails' | 'contact_phones' | 'contact_addresses'
  /** Identifies a row within the list, in SQL and for an entry; both must produce the same text. */
  storedKey: RawBuilder<string>
  keyOf: (entry: Wanted) => string
  columns: RawBuilder<unknown>
  values: (entry: Wanted) => RawBuilder<unknown>
}

const emails: ListTable<ContactWays['emails'][number]> = {
  table: 'contact_emails',
  storedKey: sql`email`,
  keyOf: ({ email }) => email,
  columns: sql`email`,
  values: ({ email }) => sql`${email}`,
}
const phones: ListTable<ContactWays['phones'][number]> = {
  table: 'contact_phones',
  storedKey: sql`phone`,
  keyOf: ({ phone }) => phone,
  columns: sql`phone`,
  values: ({ phone }) => sql`${phone}`,
}
const addresses: ListTable<ContactWays['addresses'][number]> = {
  table: 'contact_addresses',
  storedKey: sql`concat_ws('/', coalesce(country_id, 0), coalesce(state_id, 0), coalesce(city_id, 0), zip_code, address)`,
  keyOf: ({ countryId, stateId, cityId, zipCode, address }) =>
    [countryId ?? 0, stateId ?? 0, cityId ?? 0, zipCode, address].join('/'),
  columns: sql`country_id, state_id, city_id, zip_code, address`,
  values: ({ countryId, stateId, cityId, zipCode, address }) =>
    sql`${countryId}::int, ${stateId}::int, ${cityId}::int, ${zipCode}, ${address}`,
}

/** Replaces the lists of a contact; unchanged rows are not touched. The contact must be locked. */
export async function saveLists(
  db: Db,
  contactId: number,
  lists: ContactWays,
): Promise<Record<keyof ContactWays, ListCounts>> {
  return {
    emails: await saveList(db, contactId, emails, lists.emails),
    phones: await saveList(db, contactId, phones, lists.phones),
    addresses: await saveList(db, contactId, addresses, lists.addresses),
  }
}

/** Counts of a save for the audit record, without values. */
export function countFacts(counts: Record<keyof ContactWays, ListCounts>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(counts).flatMap(([list, { added, removed }]) => [
      [`${list}Added`, added],
      [`${list}Removed`, removed],
    ]),
  )
}

async function saveList<Wanted extends Entry>(
  db: Db,
  contactId: number,
  { table, storedKey, keyOf, columns, values }: ListTable<Wanted>,
  wanted: readonly Wanted[],
): Promise<ListCounts> {
  const into = sql.table(table)
  const stored = await sql<{ id: number; key: string }>`
    select id, ${storedKey} as key from ${into} where contact_id = ${contactId} order by position, id`.execute(db)
  const { removed, kept, added } = listChanges(stored.rows, wanted, keyOf)
  if (removed.length > 0) await sql`delete from ${into} where id = any(${removed})`.execute(db)
  for (const { id, entry, position } of kept)
    await sql`
      update ${into} set position = ${position}, purposes = ${purposesOf(entry)}
      where id = ${id} and (position <> ${position} or purposes <> ${purposesOf(entry)}::int[])`.execute(db)
  for (const { entry, position } of added)
    await sql`
      insert into ${into} (contact_id, position, purposes, ${columns})
      values (${contactId}, ${position}, ${purposesOf(entry)}, ${values(entry)})`.execute(db)
  return { added: added.length, removed: removed.length }
}

/** Purposes without duplicates in ascending order, so that equal choices have equal values. */
function purposesOf({ purposes }: Entry): number[] {
  return [...new Set(purposes.map(({ purposeId }) => purposeId))].sort((a, b) => a - b)
}

import type { Profile } from '@coverdesk/domain/profile/profile-contract.ts'
import type { ProfileFields } from '@coverdesk/domain/profile/profile-fields.ts'
import { sql } from 'kysely'
import { storedContactMethods } from '../contacts/contact-methods.ts'
import type { Db } from '../platform/db/database.ts'

/**
 * Contact for My Account. Users who have not entered an NPN see the one in their agent record, which is read-only here
 * (decision 011).
 */
export async function findProfile(db: Db, contactId: number): Promise<Profile | undefined> {
  const { rows } = await sql<Profile>`
    select c.id, c.version, c.first_name as "firstName", c.middle_name as "middleName", c.last_name as "lastName",
      coalesce(c.ffe_id, u.ffe_user_id, '') as "FFEID", coalesce(c.npn, case when a.npn ~ '^\\d{1,10}$' then a.npn end, '') as "NPN",
      ${storedContactMethods}
    from contacts c
    left join agents a on a.contact_id = c.id
    left join lateral (select ffe_user_id from users where contact_id = c.id order by id limit 1) u on true
    where c.id = ${contactId}`.execute(db)
  return rows[0]
}

/**
 * Updates names and numbers of a contact if its version matches, increments the version, and locks the row until the
 * transaction ends. Returns whether it was updated.
 */
export async function updateContact(
  db: Db,
  contactId: number,
  version: number,
  { firstName, middleName, lastName, FFEID, NPN }: ProfileFields,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update contacts set first_name = ${firstName}, middle_name = ${middleName}, last_name = ${lastName},
      ffe_id = nullif(${FFEID}, ''), version = version + 1,
      -- The agency's own number, shown and sent back, is not copied: it would go stale.
      npn = nullif(nullif(${NPN}, ''), (select npn from agents where contact_id = ${contactId}))
    where id = ${contactId} and version = ${version}`.execute(db)
  return numAffectedRows === 1n
}

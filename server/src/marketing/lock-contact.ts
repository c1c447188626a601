import { fail } from '@coverdesk/domain/failures.ts'
import { sql } from 'kysely'
import { visibleContacts } from '../contacts/contact-queries.ts'
import type { SignedIn } from '../platform/auth/session.ts'
import type { Db } from '../platform/db/database.ts'

/** Keeps the contact from others who write or change it until the transaction ends; answered as missing where it is not seen (P-26). */
export async function lockSeenContact(db: Db, user: SignedIn, id: number): Promise<void> {
  const { rows } = await sql`
    select from contacts c where c.id = ${id} and ${visibleContacts(user.visibility('Customer'))} for no key update`.execute(
    db,
  )
  if (rows.length === 0) fail('contact.not_found')
}

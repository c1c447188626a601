import { fail } from '@coverdesk/domain/fail.ts'
import { sql } from 'kysely'
import { visibleContacts } from '../contacts/contact-queries.ts'
import type { SignedIn } from '../platform/auth/session.ts'
import type { Db } from '../platform/db/database.ts'

/** Locks the contact until the transaction ends; fails as missing when it is not visible (P-26). */
export async function lockVisibleContact(db: Db, user: SignedIn, id: number): Promise<void> {
  const { rows } = await sql`
    select from contacts c where c.id = ${id} and ${visibleContacts(user.visibility('Customer'))} for no key update`.execute(
    db,
  )
  if (rows.length === 0) fail('contact.not_found')
}

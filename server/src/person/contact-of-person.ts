import type { NamedContactMethods } from '@coverdesk/domain/contacts/contact-methods.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import { sql } from 'kysely'
import { namedContactMethods } from '../contacts/contact-methods.ts'
import type { Db } from '../platform/db/database.ts'
import type { KnownPerson } from './person-source.ts'

type Contact = NamedContactMethods & {
  id: number
  firstName: string
  lastName: string
  dob: string | null
}

/** Contact of a customer with all contact methods. Fails with `customer.not_found`. */
export async function contactOf(db: Db, id: number): Promise<Contact> {
  const { rows } = await sql<Contact>`
    select c.id, c.first_name as "firstName", c.last_name as "lastName", c.dob, ${namedContactMethods}
    from contacts c where c.id = ${id}`.execute(db)
  return rows[0] ?? fail('customer.not_found')
}

/** Keys that match records to a contact. */
export function personOf({ id, firstName, lastName, dob, emails, phones }: Contact): KnownPerson {
  return {
    id,
    firstName,
    lastName,
    dob,
    emails: emails.map(({ email }) => email),
    phones: phones.map(({ phone }) => phone),
  }
}

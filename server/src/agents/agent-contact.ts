import type { AgentDetail, AgentInput } from '@coverdesk/domain/agents/agent-contract.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import { sql } from 'kysely'
import { saveLists } from '../contacts/contact-lists.ts'
import type { Db } from '../platform/db/database.ts'
import { findProfile } from '../profile/own-contact.ts'

/** Creates the contact of a new agent, with the login email and the phone first in their lists; returns its id. */
export async function addContact(db: Db, by: number, input: AgentInput): Promise<number> {
  const { firstName, middleName, lastName, emails, phones } = input.contact
  const { rows } = await sql<{ id: number }>`
    insert into contacts (first_name, middle_name, last_name, created_by)
    values (${firstName}, ${middleName}, ${lastName}, ${by}) returning id`.execute(db)
  const id = rows[0]?.id ?? fail('server.error')
  await saveLists(db, id, {
    emails: unique((emails ?? [{ email: input.loginEmail }]).map(({ email }) => email)).map((email) => ({
      email,
      purposes: [],
    })),
    phones: unique([input.phone, ...(phones ?? []).map(({ phone }) => phone)]).map((phone) => ({
      phone,
      purposes: [],
    })),
    addresses: [],
  })
  return id
}

/**
 * Updates the contact of an agent, which must be locked. The phone comes first. Without an email list the stored one stays,
 * with a changed login email in place of the old one. Entries that stay keep their purposes.
 */
export async function changeContact(db: Db, before: AgentDetail, input: AgentInput): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select contact_id as id from agents where id = ${before.id}`.execute(db)
  const id = rows[0]?.id ?? fail('server.error')
  const stored = (await findProfile(db, id)) ?? fail('server.error')
  const emails = unique(
    input.contact.emails?.map(({ email }) => email) ?? stored.emails.map(({ email }) => withNewLogin(email)),
  )
  const others = input.contact.phones?.map(({ phone }) => phone) ?? stored.phones.slice(1).map(({ phone }) => phone)
  const phones = unique([input.phone, ...others])
  const { firstName, middleName, lastName } = input.contact
  const same =
    sameText([firstName, middleName, lastName], [stored.firstName, stored.middleName, stored.lastName]) &&
    sameText(
      emails,
      stored.emails.map(({ email }) => email),
    ) &&
    sameText(
      phones,
      stored.phones.map(({ phone }) => phone),
    )
  if (same) return
  await sql`
    update contacts set first_name = ${firstName}, middle_name = ${middleName}, last_name = ${lastName},
      version = version + 1, updated_at = now()
    where id = ${id}`.execute(db)
  await saveLists(db, id, {
    emails: emails.map((email) => stored.emails.find((contact) => contact.email === email) ?? { email, purposes: [] }),
    phones: phones.map((phone) => stored.phones.find((contact) => contact.phone === phone) ?? { phone, purposes: [] }),
    addresses: stored.addresses,
  })

  function withNewLogin(email: string): string {
    return email.toLowerCase() === before.loginEmail.toLowerCase() ? input.loginEmail : email
  }
}

/** Removes duplicates, ignoring case. */
function unique(texts: readonly string[]): string[] {
  const seen = new Set<string>()
  return texts.filter((text) => {
    const key = text.toLowerCase()
    return seen.has(key) ? false : Boolean(seen.add(key))
  })
}

function sameText(a: readonly string[], b: readonly string[]): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

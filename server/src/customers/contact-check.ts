import { type ContactCheck, sharedFrom } from '@coverdesk/domain/customers/contact-check.ts'
import type { PersonPage } from '@coverdesk/domain/person/person-contract.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'
import { byWord, type ListFilter } from '../platform/lists/list-filters.ts'

const email = (column: string) => `plain_text(${column}) collate "C"`

const hasAgencyEmail = `lower(cu.email) in (select address from agency_contacts where channel = 'email')`
const hasAgencyPhone = `cu.phone in (select address from agency_contacts where channel = 'sms')`

/** Emails or phones of at least `sharedFrom` clients, read once for all rows. `key` is the one of a row of customers. */
const sharedAmongClients = (key: (row: string) => string) =>
  `${key('cu')} in (select ${key('o')} from customers o where not o.merged group by 1 having count(*) >= ${sharedFrom})`

const conditions: Record<ContactCheck, string> = {
  unreachable: `(cu.email is null or ${hasAgencyEmail}) and (cu.phone is null or ${hasAgencyPhone})`,
  agency: `(${hasAgencyEmail} or ${hasAgencyPhone})`,
  shared: `(${sharedAmongClients((row) => email(`${row}.email`))}
    or ${sharedAmongClients((row) => `${row}.phone collate "C"`)})`,
}

/** Filter of the customers `cu` by what may be wrong with their email and phone. */
export const contactCheckFilter: ListFilter = byWord(conditions)

/** What is wrong with these emails and phones of a client; `clients` counts all clients with it, also those of other agents. */
export async function findContactWarnings(db: Db, contacts: readonly string[]): Promise<PersonPage['contactWarnings']> {
  const { rows } = await sql<PersonPage['contactWarnings'][number]>`
    select * from (
      select k.contact,
        exists (select from agency_contacts a where a.address = lower(k.contact)) as "ofAgency",
        (select count(*)::int from customers o where not o.merged
          and ${sql.raw(email('o.email'))} = ${sql.raw(email('k.contact'))})
        + (select count(*)::int from customers o where not o.merged and o.phone collate "C" = k.contact) as clients
      from unnest(${contacts}::text[]) as k (contact)) found
    where "ofAgency" or clients >= ${sharedFrom}`.execute(db)
  return rows
}

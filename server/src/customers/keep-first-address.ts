import { mayPass } from '@coverdesk/domain/access/claim-expression.ts'
import { contactListNames } from '@coverdesk/domain/contacts/contact-fields.ts'
import { customers } from '@coverdesk/domain/customers/customer-contract.ts'
import { fieldChanges } from '@coverdesk/domain/history/history-contract.ts'
import { sql } from 'kysely'
import { contactMethodTexts } from '../contacts/contact-methods.ts'
import { visibleContacts } from '../contacts/contact-queries.ts'
import { keepChange } from '../history/record-changes.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import type { Db } from '../platform/db/database.ts'
import type { SignedInCall } from '../platform/http/http-call.ts'

const maxAddress = 95

/**
 * Gives a customer without any address the one that was typed for their application, if the caller may edit the customer. City
 * and state are those of the ZIP code, where it has one of them.
 */
export async function keepFirstAddress(
  db: Db,
  call: SignedInCall,
  { id, address, zipCode }: { id: number; address: string; zipCode: string },
): Promise<void> {
  // Half an address is none.
  if (address === '' || address.length > maxAddress || !mayPass(customers.saveWays.allow, call.user)) return
  const { rows } = await sql<{ version: number }>`
    select c.version from contacts c join customers cu on cu.contact_id = c.id
    where c.id = ${id} and ${visibleContacts(call.user.visibility('Customer'))}
      and not exists (select from contact_addresses where contact_id = c.id)
    for no key update of c`.execute(db)
  if (rows[0] === undefined) return
  const version = rows[0].version + 1
  const before = await contactMethodTexts(db, id)
  await sql`
    insert into contact_addresses (contact_id, address, country_id, state_id, city_id, zip_code)
    select ${id}, ${address}, (select id from countries where code = 'US'),
      case when count(distinct ci.state_id) = 1 then min(ci.state_id) end,
      case when count(distinct ci.id) = 1 then min(ci.id) end, ${zipCode}
    from zip_codes z join cities ci on ci.id = z.city_id where z.zip = ${zipCode}`.execute(db)
  await sql`update contacts set version = ${version}, updated_at = now() where id = ${id}`.execute(db)
  const changes = fieldChanges(contactListNames, before, await contactMethodTexts(db, id))
  await keepChange(db, { entity: 'customer', id, version, action: 'Changed', by: call.user.id, changes })
  const facts = { addressesAdded: 1, addressesRemoved: 0 }
  await writeAudit(db, call.audit, { action: 'update', entity: 'customer', entityId: id, outcome: 'done', facts })
}

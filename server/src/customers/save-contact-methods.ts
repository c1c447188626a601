import { contactListNames } from '@coverdesk/domain/contacts/contact-fields.ts'
import type { customers, StoredCustomerContactMethods } from '@coverdesk/domain/customers/customer-contract.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import { fieldChanges } from '@coverdesk/domain/history/history-contract.ts'
import { sql } from 'kysely'
import { countFacts, saveLists } from '../contacts/contact-lists.ts'
import { contactMethodTexts, storedContactMethods } from '../contacts/contact-methods.ts'
import { lookupProblems } from '../contacts/lookup-problems.ts'
import { keepChange, refuseEditConflict } from '../history/record-changes.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { Handler } from '../platform/http/http-call.ts'
import { lockCustomer } from './customer-queries.ts'

/**
 * Replaces the emails, phones and addresses of a customer; the first of each is the main one. An edit based on an older
 * version is rejected with what changed since (P-74); saving unchanged data changes nothing.
 */
export const saveContactMethods: Handler<typeof customers.saveWays> = async (call, { id, version, ...wanted }) =>
  await inTransaction(call.db, async (db) => {
    await lockCustomer(db, call.user.visibility('Customer'), id)
    const before = await findContactMethods(db, id)
    if (before.version !== version) await refuseEditConflict(db, 'customer', id, version)
    const problems = await lookupProblems(db, wanted)
    if (problems[0]) fail('request.invalid', { message: problems[0].message, details: problems })
    const textsBefore = await contactMethodTexts(db, id)
    const counts = await saveLists(db, id, wanted)
    const changes = fieldChanges(contactListNames, textsBefore, await contactMethodTexts(db, id))
    const touched = Object.values(counts).some(({ added, removed }) => added + removed > 0)
    if (changes.length === 0 && !touched) return before
    const now = version + 1
    await sql`update contacts set version = ${now}, updated_at = now() where id = ${id}`.execute(db)
    await keepChange(db, { entity: 'customer', id, version: now, action: 'Changed', by: call.user.id, changes })
    await writeAudit(db, call.audit, {
      action: 'update',
      entity: 'customer',
      entityId: id,
      outcome: 'done',
      facts: countFacts(counts),
    })
    return await findContactMethods(db, id)
  })

async function findContactMethods(db: Db, id: number): Promise<StoredCustomerContactMethods> {
  const { rows } =
    await sql<StoredCustomerContactMethods>`select c.id, c.version, ${storedContactMethods} from contacts c where c.id = ${id}`.execute(
      db,
    )
  return rows[0] ?? fail('customer.not_found')
}

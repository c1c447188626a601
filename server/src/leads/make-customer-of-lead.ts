import type { customerMaking } from '@coverdesk/domain/customers/linked-customer-contract.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import { sql } from 'kysely'
import { customerOfApplicant } from '../customers/customer-of-applicant.ts'
import { linkedCustomer } from '../customers/openable-customers.ts'
import { keepChange } from '../history/record-changes.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { Handler } from '../platform/http/http-call.ts'
import { lockLead } from './lead-queries.ts'

/**
 * Turns a lead into a customer with its data and links the two. It is a change of the lead, so that the undo of its file does not
 * delete the lead or cut the link.
 */
export const makeCustomerOfLead: Handler<typeof customerMaking.ofLead> = async (call, { id }) =>
  await inTransaction(call.db, async (db) => {
    const lead = await lockLead(db, call.user, id)
    const linked = await linkedCustomer(db, call.user, await contactOf(db, id))
    if (linked !== null) return { customerId: linked, created: false }
    const { firstName, middleName, lastName, dob, sex, phone, agentId } = lead
    if (!(firstName && lastName)) fail('customer.applicant_unclear')
    const made = await customerOfApplicant(db, call, {
      firstName,
      middleName,
      lastName,
      dob,
      sex,
      phone,
      agentId,
      email: '',
      usCitizen: null,
      tglanguageSpkid: null,
      tglanguageMailId: null,
      address: {
        address: lead.address ?? '',
        city: lead.city ?? '',
        state: lead.state ?? '',
        zipCode: lead.zipCode ?? '',
      },
    })
    const version = lead.version + 1
    await sql`
      update leads set contact_id = ${made.customerId}, version = ${version}, updated_at = now() where id = ${id}`.execute(
      db,
    )
    const changes = [{ field: 'Customer', old: null, new: `${firstName} ${lastName}` }]
    await keepChange(db, { entity: 'lead', id, version, action: 'Made a customer', by: call.user.id, changes })
    const facts = { customer: made.customerId }
    await writeAudit(db, call.audit, { action: 'update', entity: 'lead', entityId: id, outcome: 'done', facts })
    return made
  })

/** Contact of a lead, which its readers get only if they may open it. */
async function contactOf(db: Db, id: number): Promise<number | null> {
  const { rows } = await sql<{ contactId: number | null }>`
    select contact_id as "contactId" from leads where id = ${id}`.execute(db)
  return rows[0]?.contactId ?? null
}

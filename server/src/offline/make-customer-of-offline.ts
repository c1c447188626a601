import type { customerMaking } from '@coverdesk/domain/customers/linked-customer-contract.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import { sql } from 'kysely'
import { type ApplicantData, customerOfApplicant } from '../customers/customer-of-applicant.ts'
import { linkedCustomer } from '../customers/openable-customers.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { Handler, SignedInCall } from '../platform/http/http-call.ts'
import { isVisible } from './offline-queries.ts'
import { offlineVisibility } from './offline-visibility.ts'

/** Turns the applicant of an offline application into a customer with their data and links the two. */
export const makeCustomerOfOffline: Handler<typeof customerMaking.ofOffline> = async (call, { id }) =>
  await inTransaction(call.db, async (db) => {
    const { contactId, street, city, state, zipCode, ...applicant } = await lockApplicant(db, call, id)
    const linked = await linkedCustomer(db, call.user, contactId)
    if (linked !== null) return { customerId: linked, created: false }
    const address = { address: street, city, state, zipCode }
    const made = await customerOfApplicant(db, call, { ...applicant, address })
    await sql`update offline_applications set contact_id = ${made.customerId} where id = ${id}`.execute(db)
    await writeAudit(db, call.audit, {
      action: 'update',
      entity: 'offline-application',
      entityId: id,
      outcome: 'done',
      facts: { customer: made.customerId },
    })
    return made
  })

type Applicant = Omit<ApplicantData, 'address'> & {
  contactId: number | null
  street: string
  city: string
  state: string
  zipCode: string
}

async function lockApplicant(db: Db, { user }: SignedInCall, id: number): Promise<Applicant> {
  const { rows } = await sql<Applicant>`
    select o.first_name as "firstName", o.middle_name as "middleName", o.last_name as "lastName", o.dob, o.sex, o.phone, o.email,
      o.agent_id as "agentId", o.address as street, o.city, o.state, o.zip_code as "zipCode",
      case o.migratory_status when 'citizen' then true when 'other' then null else false end as "usCitizen",
      l.id as "tglanguageSpkid", l.id as "tglanguageMailId", o.contact_id as "contactId"
    from offline_applications o
    left join lookup_values l on l.list = 'generic.3' and l.name = case o.language when 'es' then 'Spanish' else 'English' end
    where o.id = ${id} and ${isVisible(offlineVisibility(user))}
    for no key update of o`.execute(db)
  return rows[0] ?? fail('record.not_found')
}

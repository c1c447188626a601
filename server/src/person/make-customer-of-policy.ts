import type { customerMaking } from '@coverdesk/domain/customers/linked-customer-contract.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import { sql } from 'kysely'
import { customerOfApplicant } from '../customers/customer-of-applicant.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import type { SignedIn } from '../platform/auth/session.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { Handler } from '../platform/http/http-call.ts'

/**
 * Turns the insured of a policy into a customer with the carrier's data. Fails with `customer.insured_unclear` without a
 * name or without a birth date, email or phone, by which a customer is found again.
 */
export const makeCustomerOfPolicy: Handler<typeof customerMaking.ofPolicy> = async (call, { id }) =>
  await inTransaction(call.db, async (db) => {
    const { email, address, city, state, zipCode, ...insured } = await lockInsured(db, call.user, id)
    const isKnowable = insured.dob !== null || email !== null || insured.phone !== null
    if (!(insured.firstName && insured.lastName && isKnowable)) fail('customer.insured_unclear')
    const made = await customerOfApplicant(db, call, {
      ...insured,
      ...{ middleName: '', sex: null, email: email ?? '' },
      ...{ usCitizen: null, tglanguageSpkid: null, tglanguageMailId: null },
      address: address ? { address, city: city ?? '', state: state ?? '', zipCode: zipCode ?? '' } : null,
    })
    const facts = { customer: made.customerId }
    await writeAudit(db, call.audit, { action: 'update', entity: 'policy', entityId: id, outcome: 'done', facts })
    return made
  })

interface Insured {
  firstName: string
  lastName: string
  dob: string | null
  email: string | null
  phone: string | null
  address: string | null
  city: string | null
  state: string | null
  zipCode: string | null
  agentId: number | null
}

/** The insured of a visible policy, locked, so that two clicks make one customer. Fails with `policy.not_found`. */
async function lockInsured(db: Db, user: SignedIn, id: number): Promise<Insured> {
  const visibility = user.visibility('Policy')
  const { rows } = await sql<Insured>`
    select p.first_name as "firstName", p.last_name as "lastName", p.dob, p.email, p.phone, p.address, p.city, p.state,
      p.zip_code as "zipCode", p.agent_id as "agentId"
    from policies p
    where p.id = ${id} and ${visibility.all ? sql`true` : sql`p.agent_id = any(${visibility.agentIds}::bigint[])`}
    for no key update`.execute(db)
  return rows[0] ?? fail('policy.not_found')
}

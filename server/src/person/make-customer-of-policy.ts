import type {
  customerMaking,
  MadeCustomer,
  MadeCustomers,
} from '@coverdesk/domain/customers/linked-customer-contract.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import { Failure } from '@coverdesk/domain/failure.ts'
import { isUnnamed } from '@coverdesk/domain/policies/no-name.ts'
import { sql } from 'kysely'
import { customerOfApplicant } from '../customers/customer-of-applicant.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import type { SignedIn } from '../platform/auth/session.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { Handler, SignedInCall } from '../platform/http/http-call.ts'
import { isVisible } from '../policies/policy-queries.ts'

/**
 * Turns the insured of a policy into a customer with the carrier's data. Fails with `customer.insured_unclear` without a
 * name or without a birth date, email or phone, by which a customer is found again.
 */
export const makeCustomerOfPolicy: Handler<typeof customerMaking.ofPolicy> = async (call, { id }) =>
  await inTransaction(call.db, (db) => make(db, call, id))

/** The same for many policies, all in one change: those that cannot be turned into a customer are named, and stay. */
export const makeCustomersOfPolicies: Handler<typeof customerMaking.ofPolicies> = async (call, { ids }) =>
  await inTransaction(call.db, async (db) => {
    const made: MadeCustomers = { created: 0, known: 0, refused: [] }
    for (const id of ids)
      try {
        const { created } = await make(db, call, id)
        made[created ? 'created' : 'known']++
      } catch (error) {
        // Both are thrown before anything is written.
        if (!(error instanceof Failure && ['policy.not_found', 'customer.insured_unclear'].includes(error.code)))
          throw error
        made.refused.push({ id, why: error.message })
      }
    return made
  })

async function make(db: Db, call: SignedInCall, id: number): Promise<MadeCustomer> {
  const { email, address, city, state, zipCode, ...insured } = await lockInsured(db, call.user, id)
  const isKnowable = insured.dob !== null || email !== null || insured.phone !== null
  if (!(insured.firstName && insured.lastName && isKnowable) || isUnnamed(insured)) fail('customer.insured_unclear')
  const made = await customerOfApplicant(db, call, {
    ...insured,
    middleName: '',
    sex: null,
    email: email ?? '',
    usCitizen: null,
    tglanguageSpkid: null,
    tglanguageMailId: null,
    address: { address: address ?? '', city: city ?? '', state: state ?? '', zipCode: zipCode ?? '' },
  })
  const facts = { customer: made.customerId }
  await writeAudit(db, call.audit, { action: 'update', entity: 'policy', entityId: id, outcome: 'done', facts })
  return made
}

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
  const { rows } = await sql<Insured>`
    select p.first_name as "firstName", p.last_name as "lastName", p.dob, p.email, p.phone, p.address, p.city, p.state,
      p.zip_code as "zipCode", p.agent_id as "agentId"
    from policies p
    where p.id = ${id} and ${isVisible(user.visibility('Policy'))}
    for no key update`.execute(db)
  return rows[0] ?? fail('policy.not_found')
}

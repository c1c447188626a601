import { mayPass } from '@coverdesk/domain/access/claim-expression.ts'
import { sectionRules } from '@coverdesk/domain/access/portal-rules.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import type { PolicyCustomer, PolicyMember, policyPeople } from '@coverdesk/domain/person/policy-people-contract.ts'
import { isUnnamed } from '@coverdesk/domain/policies/no-name.ts'
import { sql } from 'kysely'
import { agentsOfOpenableCustomers } from '../customers/openable-customers.ts'
import { payAgentsOf } from '../platform/auth/pay-readers.ts'
import type { SignedIn } from '../platform/auth/session.ts'
import type { Visibility } from '../platform/auth/visibility.ts'
import type { Db } from '../platform/db/database.ts'
import { instantOf } from '../platform/db/instant.ts'
import type { Handler } from '../platform/http/http-call.ts'
import { policiesOfPerson } from '../policies/policies-of-person.ts'
import { isVisible } from '../policies/policy-queries.ts'
import { contactOf, personOf } from './contact-of-person.ts'
import { householdOf, type NamedPerson } from './household.ts'
import { sortName } from './matches-person.ts'
import type { KnownPerson } from './person-source.ts'
import { recordShown } from './record-shown.ts'

/** Customers with the name and birth date, or the last name and email or phone, of one insured. */
const maxCustomers = 3

/** Customers and members of a policy; records of other areas only as far as the caller may read them there. */
export const peopleOfPolicy: Handler<typeof policyPeople.people> = async ({ db, user, audit }, { id }) => {
  const policy = await insuredOf(db, user.visibility('Policy'), id)
  const customers = mayPass(sectionRules.Customer.allow, user) ? await customersOf(db, user, policy) : null
  const [first] = customers ?? []
  const person = first ? first.person : { ...policy, id: 0 }
  const named = namedOn(await householdOf(db, user, person, policy.policyNumber))
  const shown = { customer: (customers ?? []).map((customer) => customer.id), ...shownOf(named) }
  for (const [entity, ids] of Object.entries(shown)) await recordShown(db, audit, { of: 'policy', entity, ids })
  const subscriber: PolicyMember = {
    name: `${policy.firstName} ${policy.lastName}`.trim(),
    relation: 'subscriber',
    dob: policy.dob,
    sex: null,
    memberId: policy.memberId,
    source: 'carrier',
    record: null,
  }
  return {
    customers,
    members: [subscriber, ...named.map((member): PolicyMember => ({ ...member, memberId: null }))],
  }
}

/** Persons on the policy's own enrollment; without one, those who ask for coverage on the applications. */
function namedOn(household: readonly NamedPerson[]): readonly NamedPerson[] {
  const enrolled = household.filter(({ isEnrolled }) => isEnrolled)
  return enrolled.length > 0 ? enrolled : household.filter(({ isApplying }) => isApplying)
}

function shownOf(members: readonly NamedPerson[]) {
  const idsOf = (source: NamedPerson['source']) =>
    members.filter((member) => member.source === source).map(({ shownId }) => shownId)
  return { 'offline-application': idsOf('offline'), 'marketplace-application': idsOf('marketplace') }
}

interface Insured extends Omit<KnownPerson, 'id'> {
  id: number
  policyNumber: string
  memberId: string | null
}

/** The insured of a visible policy. Fails with `policy.not_found`. */
async function insuredOf(db: Db, visibility: Visibility, id: number): Promise<Insured> {
  const { rows } = await sql<Insured>`
    select p.id, p.policy_number as "policyNumber", p.member_id as "memberId", p.first_name as "firstName",
      p.last_name as "lastName", p.dob, array_remove(array[p.email], null) as emails, array_remove(array[p.phone], null) as phones
    from policies p
    where p.id = ${id} and ${isVisible(visibility)}`.execute(db)
  return rows[0] ?? fail('policy.not_found')
}

interface FoundCustomer extends PolicyCustomer {
  person: KnownPerson
}

/** Customers that the caller may open and who are the insured, by the rules of `policiesOfPerson`, the surest first. */
async function customersOf(db: Db, user: SignedIn, insured: Insured): Promise<FoundCustomer[]> {
  const { lastName, dob, emails, phones } = insured
  if (lastName === '' || isUnnamed(insured)) return []
  const agents = agentsOfOpenableCustomers(user)
  const sameLastName = sql`plain_text(c.last_name) = plain_text(${lastName})`
  const { rows } = await sql<Omit<PolicyCustomer, 'otherPolicies'>>`
    with ways (id, way) as (
      select c.id, 1 from contacts c where c.merged_into is null and c.sort_name = ${sortName(insured)} and c.dob = ${dob}::date
      union all
      select c.id, 2 from contact_emails e join contacts c on c.id = e.contact_id
      where plain_text(e.email) collate "C" = any(array(select plain_text(m) collate "C" from unnest(${emails}::text[]) as m))
        and ${sameLastName}
      union all
      select c.id, 3 from contact_phones t join contacts c on c.id = t.contact_id
      where t.phone collate "C" = any(${phones}::text[]) and ${sameLastName}
    ), found (id, way) as (select id, min(way) from ways group by id)
    select c.id, trim(concat_ws(' ', c.first_name, c.last_name)) as name, c.main_phone as phone, c.main_email as email,
      ${sql.raw(instantOf('cu.created_at'))} as since,
      (array['name and date of birth', 'last name and email', 'last name and phone'])[f.way] as "matchedBy"
    from found f
    join contacts c on c.id = f.id
    join customers cu on cu.contact_id = c.id and not cu.merged
    where ${agents === null ? sql`true` : sql`cu.agent_id = any(${agents}::bigint[])`}
    order by f.way, c.id limit ${maxCustomers}`.execute(db)
  return await Promise.all(
    rows.map(async (customer) => {
      const person = personOf(await contactOf(db, customer.id))
      const found = await policiesOfPerson(db, user.visibility('Policy'), person, payAgentsOf(user))
      return { ...customer, person, otherPolicies: found.filter((policy) => policy.id !== insured.id) }
    }),
  )
}

import { mayPass } from '@coverdesk/domain/access/claim-expression.ts'
import type { customers } from '@coverdesk/domain/customers/customer-contract.ts'
import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { policies } from '@coverdesk/domain/policies/policy-contract.ts'
import { findContactWarnings } from '../customers/contact-check.ts'
import { findCustomer } from '../customers/customer-queries.ts'
import { payAgentsOf } from '../platform/auth/pay-readers.ts'
import type { Handler } from '../platform/http/http-call.ts'
import { policiesOfPerson } from '../policies/policies-of-person.ts'
import { contactOf, personOf } from './contact-of-person.ts'
import { householdOf } from './household.ts'
import type { FoundEntry, PersonSource } from './person-source.ts'
import { personSources } from './person-sources.ts'
import { recordShown } from './record-shown.ts'

/**
 * Everything about a customer in one response. Records of other areas are included only if the user may read them there, and
 * each area's records get their own read event in the audit record.
 */
export const personPage: Handler<typeof customers.everything> = async ({ db, user, audit, now }, { id }) => {
  await findCustomer(db, user.visibility('Customer'), id)
  const contact = await contactOf(db, id)
  const mayPolicies = mayPass(policies.list.allow, user)
  const known = personOf(contact)
  const found = mayPolicies ? await policiesOfPerson(db, user.visibility('Policy'), known, payAgentsOf(user)) : []
  const sources = personSources.filter(({ allow }) => mayPass(allow, user))
  const self = { ...known, today: todayIn(now), policies: found }
  const shown = await Promise.all(
    sources.map(async (source) => ({
      source,
      entries: await source.entries(db, user, self),
    })),
  )
  const policyIds = found.map((policy) => policy.id)
  await recordShown(db, audit, { of: 'customer', entity: 'policy', ids: policyIds })
  const read = Map.groupBy(shown.flatMap(recordsOf), ({ entity }) => entity)
  for (const [entity, records] of read)
    await recordShown(db, audit, { of: 'customer', entity, ids: records.map((record) => record.id) })
  const { emails, phones, addresses } = contact
  const contactWarnings = await findContactWarnings(db, [
    ...emails.map(({ email }) => email),
    ...phones.map(({ phone }) => phone),
  ])
  return {
    id,
    emails,
    phones,
    addresses,
    contactWarnings,
    policies: mayPolicies ? found : null,
    kinds: sources.map(({ kind }) => kind),
    household: await householdOf(db, user, self),
    entries: shown.flatMap(({ entries }) => entries).sort((a, b) => Date.parse(b.at) - Date.parse(a.at)),
  }
}

/** Records of other areas that these entries show. */
function recordsOf({ source: { entity }, entries }: { source: PersonSource; entries: readonly FoundEntry[] }) {
  return entries.flatMap(({ shows, record }) =>
    shows ? [shows] : entity !== undefined && typeof record === 'number' ? [{ entity, id: record }] : [],
  )
}

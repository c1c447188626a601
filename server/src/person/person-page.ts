import { mayPass } from '@coverdesk/domain/access/claim-expression.ts'
import type { NamedContactMethods } from '@coverdesk/domain/contacts/contact-methods.ts'
import type { customers } from '@coverdesk/domain/customers/customer-contract.ts'
import { fail } from '@coverdesk/domain/failures.ts'
import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { policies } from '@coverdesk/domain/policies/policy-contract.ts'
import { sql } from 'kysely'
import { namedContactMethods } from '../contacts/contact-methods.ts'
import { findCustomer } from '../customers/customer-queries.ts'
import { type AuditSource, writeAudit } from '../platform/audit/audit.ts'
import { payAgentsOf } from '../platform/auth/pay-readers.ts'
import type { Db } from '../platform/db/database.ts'
import type { Handler } from '../platform/http/http-call.ts'
import { policiesOfPerson } from '../policies/policies-of-person.ts'
import { householdOf } from './household.ts'
import type { FoundEntry, PersonSource } from './person-source.ts'
import { personSources } from './person-sources.ts'

/**
 * Everything about a customer in one response. Records of other areas are included only if the user may read them there, and
 * each area's records get their own read event in the audit record.
 */
export const personPage: Handler<typeof customers.everything> = async ({ db, user, audit, now }, { id }) => {
  await findCustomer(db, user.visibility('Customer'), id)
  const contact = await contactOf(db, id)
  const mayPolicies = mayPass(policies.list.allow, user)
  const known = {
    ...contact,
    today: todayIn(now),
    emails: contact.emails.map(({ email }) => email),
    phones: contact.phones.map(({ phone }) => phone),
  }
  const found = mayPolicies ? await policiesOfPerson(db, user.visibility('Policy'), known, payAgentsOf(user)) : []
  const sources = personSources.filter(({ allow }) => mayPass(allow, user))
  const self = { ...known, id, policies: found }
  const shown = await Promise.all(
    sources.map(async (source) => ({
      source,
      entries: await source.entries(db, user, self),
    })),
  )
  await recordShown(
    db,
    audit,
    'policy',
    found.map((policy) => policy.id),
  )
  const read = Map.groupBy(shown.flatMap(recordsOf), ({ entity }) => entity)
  for (const [entity, records] of read)
    await recordShown(
      db,
      audit,
      entity,
      records.map((record) => record.id),
    )
  const { emails, phones, addresses } = contact
  return {
    id,
    emails,
    phones,
    addresses,
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

/** Audits which records of another area were shown. */
async function recordShown(db: Db, audit: AuditSource, entity: string, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await writeAudit(db, audit, {
    action: 'read',
    entity,
    outcome: 'done',
    facts: { of: 'customer' },
    subjects: [...new Set(ids)],
  })
}

type Contact = NamedContactMethods & {
  firstName: string
  lastName: string
  dob: string | null
}

async function contactOf(db: Db, id: number): Promise<Contact> {
  const { rows } = await sql<Contact>`
    select c.first_name as "firstName", c.last_name as "lastName", c.dob, ${namedContactMethods}
    from contacts c where c.id = ${id}`.execute(db)
  return rows[0] ?? fail('customer.not_found')
}

import type { PersonPolicy } from '@coverdesk/domain/customers/person-contract.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import type { Sees } from '../platform/visibility.ts'

/** What tells that a policy is a person's. */
export interface KnownPerson {
  firstName: string
  lastName: string
  dob: string | null
  emails: readonly string[]
  phones: readonly string[]
}

const mostPolicies = 50

/**
 * Policies whose insured is the person: of the same name and date of birth, or of the same last name with an e-mail
 * address or phone of the person. Within what the caller sees, newest coverage first, at most 50. Names are compared
 * without case and accents; the index by name serves all three, since each asks for the last name.
 */
export async function policiesOfPerson(db: Db, sees: Sees, person: KnownPerson): Promise<PersonPolicy[]> {
  const { firstName, lastName, dob, emails, phones } = person
  if (lastName === '') return []
  const { rows } = await sql<PersonPolicy>`
    with asked as (
      select plain_text(${lastName}) as last_name, plain_text(${firstName}) as first_name, ${dob}::date as dob,
        array(select lower(e) from unnest(${emails}::text[]) as e) as emails, ${phones}::text[] as phones
    ), found as (
      select p.*, case
          when p.dob = asked.dob and p.sort_name = asked.last_name || ' ' || asked.first_name then 'name and date of birth'
          when lower(p.email) = any(asked.emails) then 'last name and email'
          when p.phone = any(asked.phones) then 'last name and phone'
        end as matched_by
      from asked, policies p
      where p.sort_name >= (select plain_text(${`${lastName} `})) and p.sort_name <= (select plain_text(${`${lastName} \u{10FFFF}`}))
        and plain_text(p.last_name) = asked.last_name
        and ${sees.all ? sql`true` : sql`p.agent_id = any(${sees.agentIds}::bigint[])`}
    )
    select f.id, f.policy_number as "policyNumber", c.name as "carrierName", f.plan_name as "planName", f.status,
      f.effective_date as "effectiveDate", f.term_date as "termDate", f.paid_through_date as "paidThroughDate",
      f.number_of_members as "numberOfMembers", f.monthly_premium as "monthlyPremium", a.name as "agentName",
      f.matched_by as "matchedBy"
    from found f
    join carriers c on c.id = f.carrier_id
    left join agents a on a.id = f.agent_id
    where f.matched_by is not null
    order by f.effective_date desc nulls last, f.id desc limit ${mostPolicies}`.execute(db)
  return rows
}

import type { PersonPolicy } from '@coverdesk/domain/person/person-contract.ts'
import { sql } from 'kysely'
import type { Visibility } from '../platform/auth/visibility.ts'
import type { Db } from '../platform/db/database.ts'
import { commissionYearsOf } from './commission-years-of.ts'

/** Fields that match a policy to a person. */
export interface PersonKeys {
  firstName: string
  lastName: string
  dob: string | null
  emails: readonly string[]
  phones: readonly string[]
}

const maxPolicies = 50

/**
 * Policies whose insured is the person: same name and date of birth, or same last name with the person's email address
 * or phone. Visible ones only, newest coverage first, at most 50. Names are compared without case and accents; each
 * match rule has its index. `payAgents`: see `commissionYearsOf`.
 */
export async function policiesOfPerson(
  db: Db,
  visibility: Visibility,
  person: PersonKeys,
  payAgents: readonly number[] | null,
): Promise<PersonPolicy[]> {
  const { firstName, lastName, dob, emails, phones } = person
  if (lastName === '') return []
  const sameLastName = sql`plain_text(p.last_name) = plain_text(${lastName})`
  const { rows } = await sql<PersonPolicy>`
    with ways (id, way) as (
      select p.id, 1 from policies p
      where p.sort_name = plain_text(${`${lastName} ${firstName}`}) and p.dob = ${dob}::date
      union all
      select p.id, 2 from policies p
      where p.email is not null and ${sameLastName}
        and plain_text(p.email) collate "C" = any(array(select plain_text(e) collate "C" from unnest(${emails}::text[]) as e))
      union all
      select p.id, 3 from policies p
      where p.phone is not null and ${sameLastName} and p.phone collate "C" = any(${phones}::text[])
    ), found (id, way) as (select id, min(way) from ways group by id)
    select p.id, p.policy_number as "policyNumber", c.name as "carrierName", p.plan_name as "planName", p.status,
      p.effective_date as "effectiveDate", p.term_date as "termDate", p.paid_through_date as "paidThroughDate",
      p.number_of_members as "numberOfMembers", p.monthly_premium as "monthlyPremium", a.name as "agentName",
      coalesce((
        select jsonb_agg(jsonb_build_object('year', y.year, 'total', y.total) order by y.year desc)
        from (select * from (${commissionYearsOf(payAgents)}) every order by year desc limit 3) y), '[]') as commissions,
      (array['name and date of birth', 'last name and email', 'last name and phone'])[f.way] as "matchedBy"
    from found f
    join policies p on p.id = f.id
    join carriers c on c.id = p.carrier_id
    left join agents a on a.id = p.agent_id
    where ${visibility.all ? sql`true` : sql`p.agent_id = any(${visibility.agentIds}::bigint[])`}
    order by p.effective_date desc nulls last, p.id desc limit ${maxPolicies}`.execute(db)
  return rows
}

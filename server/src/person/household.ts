import { mayPass } from '@coverdesk/domain/access/claim-expression.ts'
import { sectionRules } from '@coverdesk/domain/access/portal-rules.ts'
import type { HouseholdMember } from '@coverdesk/domain/person/person-contract.ts'
import { sql } from 'kysely'
import { offlineVisibility } from '../offline/offline-visibility.ts'
import type { SignedIn } from '../platform/auth/session.ts'
import type { Db } from '../platform/db/database.ts'
import { matchesPerson, sortName } from './matches-person.ts'
import { marketplaceOf } from './person-applications.ts'
import type { Person } from './person-source.ts'

/** Maximum number of applications to read the household from. */
const maxApplications = 20

/**
 * Household of the person by the applications that the caller can see: everyone else on them, each once, with the relation
 * to the applicant. The newest application wins.
 */
export async function householdOf(db: Db, caller: SignedIn, person: Person): Promise<HouseholdMember[]> {
  if (person.lastName === '') return []
  const found = await Promise.all([
    mayPass(sectionRules['Offline Form'].allow, caller) ? onPaper(db, caller, person) : [],
    mayPass(sectionRules['Direct Enrollment'].allow, caller) ? atMarketplace(db, caller, person) : [],
  ])
  const keyOf = ({ name, dob }: HouseholdMember) => `${name.toLowerCase()} ${dob ?? ''}`
  return [
    ...new Map(
      found
        .flat()
        .toReversed()
        .map((member) => [keyOf(member), member]),
    ).values(),
  ].toReversed()
}

/** Offline applications `o` on which the person is the applicant or a member, visible to the caller. */
export function offlineOf(caller: SignedIn, person: Person) {
  const visibility = offlineVisibility(caller)
  const seen = visibility.all ? sql`true` : sql`o.owner = any(${visibility.agentIds}::bigint[])`
  return sql<boolean>`(o.contact_id = ${person.id} or ${matchesPerson(person, 'o')} or o.id in (
    select m.application_id from offline_app_members m where m.sort_name = ${sortName(person)} and m.dob = ${person.dob}::date))
    and ${seen}`
}

async function onPaper(db: Db, caller: SignedIn, person: Person): Promise<HouseholdMember[]> {
  const { rows } = await sql<HouseholdMember>`
    select trim(p.first_name || ' ' || p.last_name) as name, p.relation, p.dob, p.sex, 'offline' as source, o.id as record
    from (select o.* from offline_applications o where ${offlineOf(caller, person)} order by o.id desc limit ${maxApplications}) o
    cross join lateral (
      select o.first_name, o.last_name, 'applicant' as relation, o.dob, o.sex, 0 as position
      union all
      select m.first_name, m.last_name, m.relation, m.dob, m.sex, m.position
      from offline_app_members m where m.application_id = o.id) p
    where not (plain_text(p.last_name || ' ' || p.first_name) = ${sortName(person)} and p.dob is not distinct from ${person.dob}::date)
      and not (p.relation = 'applicant' and o.contact_id is not distinct from ${person.id}::bigint)
    order by o.id desc, p.position`.execute(db)
  return rows
}

async function atMarketplace(db: Db, caller: SignedIn, person: Person): Promise<HouseholdMember[]> {
  const { rows } = await sql<HouseholdMember>`
    select trim(concat_ws(' ', p ->> 'firstName', p ->> 'lastName')) as name, lower(coalesce(p ->> 'relationship', '')) as relation,
      day_or_null(p ->> 'dob') as dob, upper(left(p ->> 'sex', 1)) as sex, 'marketplace' as source, m.exchange_assigned_id as record
    from (
      select m.* from marketplace_applications m where ${marketplaceOf(caller, person)}
      order by m.snapshot_at desc limit ${maxApplications}) m
    cross join lateral jsonb_array_elements(case jsonb_typeof(m.document -> 'persons') when 'array' then m.document -> 'persons' else '[]' end) p
    where coalesce(p ->> 'lastName', '') <> ''
      and plain_text(concat_ws(' ', p ->> 'lastName', p ->> 'firstName')) <> ${sortName(person)}
    order by m.snapshot_at desc`.execute(db)
  return rows
}

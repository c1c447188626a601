import { mayPass } from '@coverdesk/domain/access/claim-expression.ts'
import { sectionRules } from '@coverdesk/domain/access/portal-rules.ts'
import type { HouseholdMember } from '@coverdesk/domain/person/person-contract.ts'
import { type RawBuilder, sql } from 'kysely'
import { offlineVisibility } from '../offline/offline-visibility.ts'
import type { SignedIn } from '../platform/auth/session.ts'
import type { Db } from '../platform/db/database.ts'
import { matchesPerson, sortName } from './matches-person.ts'
import { marketplaceOf } from './person-applications.ts'
import type { KnownPerson } from './person-source.ts'

/** Maximum number of applications to read the household from. */
const maxApplications = 20

/** Person on an application, and whether they ask for coverage. */
export interface NamedPerson extends HouseholdMember {
  /** Id of the application in the audit record. */
  shownId: number
  isApplying: boolean
  /** On the enrollment of the policy asked for. */
  isEnrolled: boolean
}

/**
 * Household of the person by the applications that the caller can see: everyone else on them, each once, with the relation
 * to the applicant. The newest application wins. `policyNumber` marks who is enrolled in that policy.
 */
export async function householdOf(
  db: Db,
  caller: SignedIn,
  person: KnownPerson,
  policyNumber: string | null = null,
): Promise<NamedPerson[]> {
  if (person.lastName === '') return []
  const found = await Promise.all([
    mayPass(sectionRules['Offline Form'].allow, caller) ? onPaper(db, caller, person) : [],
    mayPass(sectionRules['Direct Enrollment'].allow, caller) ? atMarketplace(db, caller, person, policyNumber) : [],
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
export function offlineOf(caller: SignedIn, person: KnownPerson) {
  const visibility = offlineVisibility(caller)
  const seen = visibility.all ? sql`true` : sql`o.owner = any(${visibility.agentIds}::bigint[])`
  return sql<boolean>`(o.contact_id = ${person.id} or ${matchesPerson(person, 'o')} or o.id in (
    select m.application_id from offline_app_members m where m.sort_name = ${sortName(person)} and m.dob = ${person.dob}::date))
    and ${seen}`
}

async function onPaper(db: Db, caller: SignedIn, person: KnownPerson): Promise<NamedPerson[]> {
  const { rows } = await sql<NamedPerson>`
    select trim(p.first_name || ' ' || p.last_name) as name, p.relation, p.dob, p.sex, 'offline' as source, o.id as record,
      o.id as "shownId", p.apply as "isApplying", false as "isEnrolled"
    from (select o.* from offline_applications o where ${offlineOf(caller, person)} order by o.id desc limit ${maxApplications}) o
    cross join lateral (
      select o.first_name, o.last_name, 'applicant' as relation, o.dob, o.sex, o.apply, 0 as position
      union all
      select m.first_name, m.last_name, m.relation, m.dob, m.sex, m.apply, m.position
      from offline_app_members m where m.application_id = o.id) p
    where not (plain_text(p.last_name || ' ' || p.first_name) = ${sortName(person)} and p.dob is not distinct from ${person.dob}::date)
      and not (p.relation = 'applicant' and o.contact_id is not distinct from ${person.id}::bigint)
    order by o.id desc, p.position`.execute(db)
  return rows
}

async function atMarketplace(
  db: Db,
  caller: SignedIn,
  person: KnownPerson,
  policyNumber: string | null,
): Promise<NamedPerson[]> {
  const { rows } = await sql<NamedPerson>`
    select trim(concat_ws(' ', p ->> 'firstName', p ->> 'lastName')) as name, lower(coalesce(p ->> 'relationship', '')) as relation,
      day_or_null(p ->> 'dob') as dob, upper(left(p ->> 'sex', 1)) as sex, 'marketplace' as source,
      m.exchange_assigned_id as record, m.id as "shownId",
      exists (select from ${listIn(sql`m.document -> 'insuranceApplication' -> 'applicants'`)} a
        where a ->> 'personId' = p ->> 'id') as "isApplying",
      exists (select from ${listIn(sql`m.document -> 'policies'`)} e cross join lateral ${listIn(sql`e -> 'members'`)} em
        where plain_text(e ->> 'id_issuer') = plain_text(${policyNumber}::text) and em ->> 'personId' = p ->> 'id') as "isEnrolled"
    from (
      select m.* from marketplace_applications m where ${marketplaceOf(caller, person)}
      order by m.snapshot_at desc limit ${maxApplications}) m
    cross join lateral ${listIn(sql`m.document -> 'persons'`)} p
    where coalesce(p ->> 'lastName', '') <> ''
      and plain_text(concat_ws(' ', p ->> 'lastName', p ->> 'firstName')) <> ${sortName(person)}
    order by m.snapshot_at desc`.execute(db)
  return rows
}

/** Elements of a JSON list; none where it is missing or something else. */
const listIn = (list: RawBuilder<unknown>) =>
  sql`jsonb_array_elements(case jsonb_typeof(${list}) when 'array' then ${list} else '[]' end)`

import type { Role } from '@coverdesk/domain/access/rights.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import type { ContactItem, RuleAgent, UserDetail, VisibilityRow } from '@coverdesk/domain/users/user-contract.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'
import { isNamed } from '../platform/lists/name-filters.ts'
import { displayName } from './user-list.ts'

const contactName = sql.raw(
  `coalesce(nullif(concat_ws(' ', nullif(c.first_name, ''), nullif(c.middle_name, ''), nullif(c.last_name, '')), ''), '')`,
)

/** Limits an installation for one organization to its own users; others answer as missing (A-043). */
const within = (org: string | null): RawBuilder<boolean> => (org === null ? sql`true` : sql`u.org = ${org}`)

/** One user as Edit shows it. Fails as missing when the organization has no such user. */
export async function findUser(db: Db, org: string | null, id: number): Promise<UserDetail> {
  const { rows } = await sql<UserDetail>`
    select u.id, ${sql.raw(displayName)} as name, u.user_name as "userName", u.type_id as "typeId", u.email, u.phone,
      u.enabled as enable, to_json(u.created_at) #>> '{}' as "createdDate", u.roles, u.claims, u.org,
      u.contact_id as "contactId", u.language, u.has_full_agent_access as "hasFullAgentAccess",
      u.application_id as "applicationId", case when c.id is not null then ${contactName} end as "contactName",
      a.id as "agentId", a.name as "agentName", a.npn as "agentNpn", t.confirmed_at is not null as "secondFactor",
      to_json(u.temporary_until) #>> '{}' as "temporaryUntil", u.version
    from users u
    left join contacts c on c.id = u.contact_id
    left join agents a on a.contact_id = u.contact_id
    left join user_authenticators t on t.user_id = u.id
    where u.id = ${id} and ${within(org)}`.execute(db)
  return rows[0] ?? fail('user.not_found')
}

/** State of a user before a change. */
export interface LockedUser {
  id: number
  userName: string
  roles: Role[]
  claims: string[]
  hasFullAgentAccess: boolean
  enable: boolean
  applicationId: string | null
  email: string
  phone: string | null
  typeId: number
  language: 'en' | 'es'
  org: string | null
  contactId: number | null
  agentId: number | null
  version: number
}

/** Locks the user until the transaction ends. Fails as missing when the organization has no such user. */
export async function lockUser(db: Db, org: string | null, id: number): Promise<LockedUser> {
  const { rows } = await sql<LockedUser>`
    select u.id, u.user_name as "userName", u.roles, u.claims, u.has_full_agent_access as "hasFullAgentAccess",
      u.enabled as enable, u.application_id as "applicationId", u.email, u.phone, u.type_id as "typeId", u.language, u.org,
      u.contact_id as "contactId", u.version, (select a.id from agents a where a.contact_id = u.contact_id) as "agentId"
    from users u where u.id = ${id} and ${within(org)} for no key update of u`.execute(db)
  return rows[0] ?? fail('user.not_found')
}

/** The user's rules with agents' names, `__all__` first. */
export async function visibilityOf(db: Db, userId: number): Promise<VisibilityRow[]> {
  const { rows } = await sql<VisibilityRow>`
    select v.agent_id as "agentId", a.name as "agentName", v.resource_id as "resourceId"
    from user_visibility v left join agents a on a.id::text = v.agent_id
    where v.user_id = ${userId}
    order by v.agent_id <> '__all__', a.name, v.agent_id, v.resource_id`.execute(db)
  return rows
}

/** Ids of the agents that exist. */
export async function existingAgents(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id::text as id from agents where id = any(${ids}::bigint[])`.execute(db)
  return new Set(rows.map((row) => row.id))
}

const maxAgents = 50

/** Agents whose name contains, or whose NPN starts with, the search text, by name, at most 50. */
export async function findRuleAgents(db: Db, typed = ''): Promise<RuleAgent[]> {
  const { rows } = await sql<RuleAgent>`
    select id, name, npn from agents
    where ${isNamed('search_name', typed)} or starts_with(npn, ${typed})
    order by name, id limit ${maxAgents}`.execute(db)
  return rows
}

const maxContacts = 50
/** Highest character: texts with a prefix sort between the prefix and the prefix followed by this. */
const last = '\u{10FFFF}'

/**
 * Contacts whose first name, last name or email address starts with the search text, by name, at most 50; the newest
 * if the text is empty. The name of a user of another organization is not shown.
 */
export async function findContacts(db: Db, org: string | null, typed: string | undefined): Promise<ContactItem[]> {
  const begins = (expression: string) =>
    sql`${sql.raw(expression)} >= plain_text(${typed}) and ${sql.raw(expression)} <= plain_text(${typed}) || ${last}`
  const hits = typed
    ? sql`
      (select id from contacts where ${begins(`plain_text(first_name || ' ' || last_name) collate "C"`)} and merged_into is null limit ${maxContacts}) union
      (select id from contacts where ${begins(`plain_text(last_name || ' ' || first_name) collate "C"`)} and merged_into is null limit ${maxContacts}) union
      (select contact_id from contact_emails where ${begins('plain_text(email) collate "C"')} limit ${maxContacts})`
    : sql`(select id from contacts where merged_into is null order by id desc limit ${maxContacts})`
  const { rows } = await sql<ContactItem>`
    select c.id, ${contactName} as name,
      coalesce((select e.email from contact_emails e where e.contact_id = c.id order by e.position, e.id limit 1), '') as email,
      a.id as "agentId", case when ${within(org)} then u.user_name when u.id is not null then 'another user' end as "takenBy"
    from (${hits}) hit join contacts c on c.id = hit.id and c.merged_into is null
    left join agents a on a.contact_id = c.id
    left join users u on u.contact_id = c.id
    order by plain_text(c.first_name || ' ' || c.last_name) collate "C", c.id limit ${maxContacts}`.execute(db)
  return rows
}

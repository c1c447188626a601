import { isSamePerson } from '@coverdesk/domain/exceptions/compare-names.ts'
import type { PolicyFacts } from '@coverdesk/domain/expected/policy-facts.ts'
import type { BookLoad } from '@coverdesk/domain/policies/presence-of.ts'
import { sql } from 'kysely'
import { arrayLiteral } from '../platform/db/bulk/array-literal.ts'
import type { Db } from '../platform/db/database.ts'
import { factsOf, hasKey, personKey, policyFactsQuery } from './read-policies.ts'
import { booksOf } from './versions-of.ts'

/** Policies of a carrier that are read together, by their key. */
export interface PolicyGroup {
  key: string
  policies: PolicyFacts[]
}

/** Other keys of the same persons, found by member ids that their policies share. */
export type PersonLinks = ReadonlyMap<string, ReadonlySet<string>>

/** A member id on more policies than this is a placeholder such as 000000 and links none of them. */
const maxOfOneMember = 50

const memberKey = sql<string>`policy_number_key(p.member_id)`

/**
 * Keys of a carrier's policies that are linked by member ids: the key is the exchange id if there is one, and a
 * person's policies may have several or none (rule 4). `keys`: only for these persons; null for all.
 */
export async function linksOf(db: Db, carrierId: number, keys: readonly string[] | null): Promise<PersonLinks> {
  const links = new Map<string, Set<string>>()
  let asked = keys
  do {
    const which =
      asked === null
        ? sql`true`
        : sql`${memberKey} in (
            select ${memberKey} from policies p where p.carrier_id = ${carrierId} and p.member_id is not null and ${hasKey(asked)})`
    // Few member ids link two keys; only those are collected.
    const { rows } = await sql<{ keys: string[] }>`
      with linking as materialized (
        select ${memberKey} as member from policies p
        where p.carrier_id = ${carrierId} and p.member_id is not null and ${which}
        group by 1 having min(${personKey} collate "C") <> max(${personKey} collate "C") and count(*) <= ${maxOfOneMember}
      )
      select jsonb_agg(distinct ${personKey}) as keys from linking m
      join policies p on p.carrier_id = ${carrierId} and p.member_id is not null and ${memberKey} = m.member
      group by m.member`.execute(db)
    const known = new Set(links.keys())
    for (const row of rows) link(links, row.keys)
    asked = asked === null ? [] : [...links.keys()].filter((key) => !known.has(key))
  } while (asked.length > 0)
  return links
}

function link(links: Map<string, Set<string>>, keys: readonly string[]): void {
  const all = new Set(keys.flatMap((key) => [key, ...(links.get(key) ?? [])]))
  for (const key of all) links.set(key, all)
}

interface Identity {
  id: number
  exchangeId: string | null
  memberId: string | null
  firstName: string
  lastName: string
  dob: string | null
}

/** Policies of the same person (rule 4), for each policy of some groups, by its id. */
export async function chainsOf(
  db: Db,
  carrierId: number,
  groups: readonly PolicyGroup[],
  { links, books }: { links: PersonLinks; books: readonly BookLoad[] },
): Promise<ReadonlyMap<number, readonly PolicyFacts[]>> {
  const chains = new Map<number, readonly PolicyFacts[]>()
  for (const { policies } of groups) for (const policy of policies) chains.set(policy.id, [policy])
  const several = groups.filter(({ key, policies }) => policies.length > 1 || links.has(key))
  if (several.length === 0) return chains
  const own = several.flatMap(({ policies }) => policies)
  const policies = [...own, ...(await linkedTo(db, carrierId, several, { links, books }))]
  const facts = new Map(policies.map((policy) => [policy.id, policy]))
  for (const ids of personsOf(await identitiesOf(db, [...facts.keys()]))) {
    const chain = ids.flatMap((id) => facts.get(id) ?? [])
    for (const id of ids) if (chains.has(id)) chains.set(id, chain)
  }
  return chains
}

/** Policies with the linked keys of groups. */
async function linkedTo(
  db: Db,
  carrierId: number,
  groups: readonly PolicyGroup[],
  { links, books }: { links: PersonLinks; books: readonly BookLoad[] },
): Promise<PolicyFacts[]> {
  const read = new Set(groups.map(({ key }) => key))
  const others = new Set(groups.flatMap(({ key }) => [...(links.get(key) ?? [])]).filter((key) => !read.has(key)))
  if (others.size === 0) return []
  const { rows } = await policyFactsQuery(sql`p.carrier_id = ${carrierId} and ${hasKey([...others])}`).execute(db)
  return rows.map((row) => factsOf(row, books))
}

async function identitiesOf(db: Db, ids: readonly number[]): Promise<Identity[]> {
  const { rows } = await sql<Identity>`
    select p.id, p.exchange_subscriber_id as "exchangeId", ${memberKey} as "memberId", p.first_name as "firstName",
      p.last_name as "lastName", p.dob
    from policies p where p.id = any(${arrayLiteral(ids)}::bigint[]) order by p.id`.execute(db)
  return rows
}

/**
 * Ids of policies by person: an exchange id belongs to one person; a member id only if the name or birth date matches,
 * since carriers reassign them (decision 313).
 */
function personsOf(policies: readonly Identity[]): number[][] {
  const person = new Map(policies.map((policy) => [policy.id, [policy.id]]))
  const join = (one: Identity, other: Identity) => {
    const [own, more] = [person.get(one.id) ?? [], person.get(other.id) ?? []]
    if (own === more) return
    own.push(...more)
    for (const id of more) person.set(id, own)
  }
  for (const [id, same] of Map.groupBy(policies, ({ exchangeId }) => exchangeId)) {
    const [first] = same
    if (id !== null && first) for (const other of same) join(first, other)
  }
  for (const [id, same] of Map.groupBy(policies, ({ memberId }) => memberId)) {
    if (id === null || same.length > maxOfOneMember) continue
    for (const [at, one] of same.entries())
      for (const other of same.slice(at + 1)) if (isSamePerson(one, other)) join(one, other)
  }
  return [...new Set(person.values())]
}

/** Policies of one person with a carrier; `id` is one of them. */
export async function policiesOfPerson(db: Db, carrierId: number, id: number): Promise<readonly PolicyFacts[]> {
  return (await policiesOfPersons(db, carrierId, [id])).get(id) ?? []
}

/** Policies of the same persons with a carrier, by the requested id. */
export async function policiesOfPersons(
  db: Db,
  carrierId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly PolicyFacts[]>> {
  const { rows } = await policyFactsQuery(
    sql`p.carrier_id = ${carrierId} and ${personKey} in (select ${personKey} from policies p where p.id = any(${ids}::bigint[]))`,
  ).execute(db)
  const books = await booksOf(db, carrierId)
  const groups = [...Map.groupBy(rows, ({ person }) => person)].map(
    ([key, stored]): PolicyGroup => ({ key, policies: stored.map((row) => factsOf(row, books)) }),
  )
  const links = await linksOf(
    db,
    carrierId,
    groups.map(({ key }) => key),
  )
  const chains = await chainsOf(db, carrierId, groups, { links, books })
  return new Map(ids.flatMap((id) => [[id, chains.get(id) ?? []] as const]))
}

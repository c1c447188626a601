import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import type { Needle } from '../platform/needle.ts'
import type { Sees } from '../platform/visibility.ts'
import { seenContacts } from './contact-queries.ts'

/** A contact as short lists and the search show it. */
export interface FoundContact {
  id: number
  name: string
  email: string
  phone: string
  dob: string | null
  customer: boolean
}

/**
 * At most `most` contacts that a person sees, by name, e-mail address or phone. What begins with the text comes first; only
 * when that is not enough is it looked for inside names. Each part is asked of an index that ends with what is wanted.
 */
export async function findContacts(db: Db, sees: Sees, needle: Needle, most: number): Promise<FoundContact[]> {
  const begun = await shown(db, [...begins(sees, needle, most)], most)
  if (begun.length >= most || !needle.inside) return begun
  const inside = await shown(
    db,
    [
      sql`select c.id, 5 as rank from contacts c where ${needle.inside('c.search_name')} and ${seenContacts(sees)} limit ${most}`,
    ],
    most,
  )
  const known = new Set(begun.map(({ id }) => id))
  return [...begun, ...inside.filter(({ id }) => !known.has(id))].slice(0, most)
}

function begins(sees: Sees, needle: Needle, most: number): RawBuilder<unknown>[] {
  const seen = seenContacts(sees)
  if (needle.digits !== null)
    return [
      sql`
      select c.id, 1 as rank from contact_phones p join contacts c on c.id = p.contact_id
      where ${needle.startsDigits('p.phone collate "C"')} and ${seen} limit ${most}`,
    ]
  const email = sql`
    select c.id, 3 as rank from contact_emails e join contacts c on c.id = e.contact_id
    where ${needle.starts('plain_text(e.email) collate "C"')} and ${seen} limit ${most}`
  if (needle.email) return [email]
  const last = sees.all
    ? sql`select c.id, 1 as rank from contacts c where ${needle.starts('c.sort_name')} and ${seen} order by c.sort_name, c.id limit ${most}`
    : sql`
      select c.id, 1 as rank from unnest(${sees.agentIds}::bigint[]) as of_agent, lateral (
        select c.id, c.sort_name from contacts c
        where c.agent_id = of_agent and c.merged_into is null and ${needle.starts('c.sort_name')}
        order by c.sort_name, c.id limit ${most}) c
      order by c.sort_name, c.id limit ${most}`
  const first = sql`
    select c.id, 2 as rank from contacts c
    where ${needle.starts(`plain_text(c.first_name || ' ' || c.last_name) collate "C"`)} and ${seen} limit ${most}`
  // One or two letters begin too many first names and addresses to be told apart.
  return needle.inside ? [last, first, email] : [last]
}

/** The first contacts by name that a person sees. */
export async function firstContacts(db: Db, sees: Sees, most: number): Promise<FoundContact[]> {
  const first = sql`select c.id, 1 as rank from contacts c where ${seenContacts(sees)} order by c.sort_name, c.id limit ${most}`
  return await shown(db, [first], most)
}

async function shown(db: Db, parts: readonly RawBuilder<unknown>[], most: number): Promise<FoundContact[]> {
  const hits = sql.join(
    parts.map((part) => sql`(${part})`),
    sql` union all `,
  )
  const { rows } = await sql<FoundContact>`
    select c.id, concat_ws(' ', nullif(c.first_name, ''), nullif(c.middle_name, ''), nullif(c.last_name, '')) as name,
      coalesce(c.main_email, '') as email, coalesce(c.main_phone, '') as phone, c.dob,
      cu.contact_id is not null as customer
    from (select id, min(rank) as rank from (${hits}) part group by id) hit
    join contacts c on c.id = hit.id
    left join customers cu on cu.contact_id = c.id
    order by hit.rank, c.sort_name, c.id limit ${most}`.execute(db)
  return rows
}

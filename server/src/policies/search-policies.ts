import { showPhone } from '@coverdesk/domain/fields/personal-numbers.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import type { Needle } from '../platform/needle.ts'
import { inWords, type SearchKind } from '../platform/search-kind.ts'
import type { Sees } from '../platform/visibility.ts'

interface FoundPolicy {
  id: number
  name: string
  number: string
  carrier: string
  email: string | null
  phone: string | null
  status: string
}

/** Rows of a beginning that are looked at for those of a person's agents: about 10 ms. */
const mostLooked = 20_000

/** Policies by number, insured, phone and e-mail address. */
export const searchPolicies: SearchKind = {
  kind: 'policy',
  allow: 'agent view.Policy|admin.Policy',
  resource: 'Policy',
  find: async (db, sees, needle, most) => {
    const begun = await shown(db, beginning(sees, needle, most), most)
    const { inside } = needle
    const rest =
      begun.length < most && inside
        ? await shown(
            db,
            [
              sql`select p.id, 5 as rank from policies p where ${inside('p.search_name')} and ${seen(sees)} limit ${most}`,
            ],
            most,
          )
        : []
    const known = new Set(begun.map(({ id }) => id))
    const found = [...begun, ...rest.filter(({ id }) => !known.has(id))].slice(0, most)
    return found.map(({ id, name, number, carrier, email, phone, status }) => ({
      id,
      title: name,
      detail: inWords(number, carrier, needle.email ? email : null, needle.digits === null ? null : showPhone(phone)),
      badge: status,
    }))
  },
}

const seen = (sees: Sees) =>
  sees.all ? sql<boolean>`true` : sql<boolean>`p.agent_id = any(${sees.agentIds}::bigint[])`

function beginning(sees: Sees, needle: Needle, most: number): RawBuilder<unknown>[] {
  const begins = sql<boolean>`${needle.starts('plain_text(p.email) collate "C"')} and p.email is not null`
  const email = of(sees, 4, begins, most)
  if (needle.email) return [email]
  const number = of(sees, 1, needle.starts('plain_text(p.policy_number) collate "C"'), most)
  if (needle.digits !== null) return [number, of(sees, 3, needle.startsDigits('p.phone collate "C"'), most)]
  const insured = sees.all
    ? sql`select p.id, 2 as rank from policies p where ${needle.starts('p.sort_name')} order by p.sort_name, p.id limit ${most}`
    : sql`
      select p.id, 2 as rank from unnest(${sees.agentIds}::bigint[]) as of_agent, lateral (
        select p.id, p.sort_name from policies p where p.agent_id = of_agent and ${needle.starts('p.sort_name')}
        order by p.sort_name, p.id limit ${most}) p
      order by p.sort_name, p.id limit ${most}`
  return needle.inside ? [insured, number, email] : [insured, number]
}

/**
 * Those that begin with it and are seen. A beginning that very many share is looked at only so far for those of some
 * agents; one sign more finds them.
 */
function of(sees: Sees, rank: number, begins: RawBuilder<boolean>, most: number): RawBuilder<unknown> {
  if (sees.all) return sql`select p.id, ${rank}::int as rank from policies p where ${begins} limit ${most}`
  return sql`
    select p.id, ${rank}::int as rank from (select p.id, p.agent_id from policies p where ${begins} limit ${mostLooked}) p
    where ${seen(sees)} limit ${most}`
}

async function shown(db: Db, parts: readonly RawBuilder<unknown>[], most: number): Promise<FoundPolicy[]> {
  const hits = sql.join(
    parts.map((part) => sql`(${part})`),
    sql` union all `,
  )
  const { rows } = await sql<FoundPolicy>`
    select p.id, p.first_name || ' ' || p.last_name as name, p.policy_number as number, c.name as carrier, p.email, p.phone, p.status
    from (select id, min(rank) as rank from (${hits}) part group by id) hit
    join policies p on p.id = hit.id
    join carriers c on c.id = p.carrier_id
    order by hit.rank, p.sort_name, p.id limit ${most}`.execute(db)
  return rows
}

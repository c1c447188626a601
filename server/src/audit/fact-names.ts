import { type FactNames, idsInFacts, type RightsEvent } from '@coverdesk/domain/users/rights-history.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'

/** Names of the users, agents and contacts that the facts of events about users mention. */
export async function findFactNames(
  db: Db,
  events: readonly Pick<RightsEvent, 'entity' | 'facts'>[],
): Promise<FactNames> {
  const ids = idsInFacts(events)
  const { rows } = await sql<{ kind: keyof FactNames; id: number; name: string }>`
    select 'users' as kind, u.id, coalesce(nullif(concat_ws(' ', nullif(c.first_name, ''), nullif(c.last_name, '')), ''), u.user_name) as name
    from users u left join contacts c on c.id = u.contact_id where u.id = any(${ids.users}::bigint[])
    union all
    select 'agents', id, name from agents where id = any(${ids.agents}::bigint[])
    union all
    select 'contacts', id, concat_ws(' ', nullif(first_name, ''), nullif(last_name, '')) from contacts
    where id = any(${ids.contacts}::bigint[])`.execute(db)
  const named = (wanted: keyof FactNames) =>
    new Map(rows.flatMap(({ kind, id, name }) => (kind === wanted && name !== '' ? [[id, name] as const] : [])))
  return { users: named('users'), agents: named('agents'), contacts: named('contacts') }
}

import { rightsSentences } from '@coverdesk/domain/users/rights-history.ts'
import type { userAccess } from '@coverdesk/domain/users/user-access-contract.ts'
import { sql } from 'kysely'
import { eventJoins, eventUser } from '../../audit/audit-list.ts'
import { lateEvents } from '../../audit/chain/chain-progress.ts'
import { findFactNames } from '../../audit/fact-names.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Handler } from '../../platform/http/http-call.ts'
import { findUser } from '../../users/user-queries.ts'

const maxEntries = 200

interface FoundEvent {
  id: number
  at: Date
  by: string | null
  isOwn: boolean
  action: string
  entity: string
  facts: Record<string, unknown>
}

/** Who changed what of a user and the rights, newest first, as sentences with names. */
export const readUserHistory: Handler<typeof userAccess.history> = async ({ db, services }, { id }) => {
  const user = await findUser(db, services.config.org, id)
  const events = await findUserEvents(db, id)
  const names = await findFactNames(db, events)
  return events.map((event) => ({
    id: event.id,
    at: event.at.toISOString(),
    sentences: rightsSentences(event, user.name, names),
  }))
}

/** Performed changes of the user, of the visibility, and of requests that concern the user. Logins are left out. */
async function findUserEvents(db: Db, userId: number): Promise<FoundEvent[]> {
  const { rows } = await sql<FoundEvent>`
    with wanted as (
      select entity, ${String(userId)} as subject from unnest(array['user', 'user visibility']) as entity
      union all select 'rights request', id::text from rights_grants where user_id = ${userId}
      union all select 'emergency access', id::text from emergency_accesses where user_id = ${userId}),
    late as (${sql.raw(lateEvents('indexed_seq', ['id', 'entity', 'entity_id']))}),
    about as (
      select unnest(s.event_ids) as id from wanted w join audit_subjects s on s.entity = w.entity and s.subject = w.subject
      union
      select l.id from late l join wanted w on w.entity = l.entity and w.subject = l.entity_id)
    select e.id, e.at, ${sql.raw(eventUser)} as by, e.user_id is not distinct from ${userId}::bigint as "isOwn", e.action,
      e.entity, e.facts
    from about join audit_events e on e.id = about.id ${sql.raw(eventJoins)}
    where e.outcome = 'done' and e.action not in ('read', 'login', 'export')
    order by e.id desc limit ${maxEntries}`.execute(db)
  return rows
}

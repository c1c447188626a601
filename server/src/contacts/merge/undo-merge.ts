import type { contactMerges, MadeMerge } from '@coverdesk/domain/contacts/merge-contract.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import { done } from '@coverdesk/domain/platform/route.ts'
import { sql } from 'kysely'
import { keepChange } from '../../history/record-changes.ts'
import { giveUpMessages } from '../../messages/give-up-messages.ts'
import { writeAudit } from '../../platform/audit/audit.ts'
import type { Visibility } from '../../platform/auth/visibility.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import type { Handler } from '../../platform/http/http-call.ts'
import { visibleContacts } from '../contact-queries.ts'
import { entityOf } from './merge-contacts.ts'
import { differences, restoreSnapshot, type Snapshot, takeSnapshot } from './merge-snapshot.ts'
import { changedSince, type MovedKeys, moveBack } from './move-references.ts'

/**
 * Active merges into a contact, the newest first, each with why it can no longer be undone; only if the user could also see the
 * merged contact.
 */
export async function mergesInto(db: Db, visibility: Visibility, id: number): Promise<MadeMerge[]> {
  const { rows } = await sql<Omit<MadeMerge, 'blocked'> & Merge>`
    select g.id, ${storedMerge}, g.merged_id as "mergedId", concat_ws(' ', nullif(m.first_name, ''), nullif(m.middle_name, ''), nullif(m.last_name, '')) as name,
      to_json(g.merged_at) #>> '{}' as at,
      coalesce(nullif(concat_ws(' ', nullif(uc.first_name, ''), nullif(uc.last_name, '')), ''), u.user_name, 'Coverdesk') as by
    from contact_merges g
    join contacts c on c.id = g.kept_id
    join contacts m on m.id = g.merged_id
    left join users u on u.id = g.merged_by
    left join contacts uc on uc.id = u.contact_id
    where g.kept_id = ${id} and g.undone_at is null and ${visibleContacts(visibility)} and ${visibleMerged(visibility)}
    order by g.id desc`.execute(db)
  const merges: MadeMerge[] = []
  for (const { mergedId, name, at, by, ...merge } of rows) {
    const blocked = await whyNotUndone(db, { ...merge, mergedId })
    merges.push({ id: merge.id, mergedId, name, at, by, blocked: blocked?.message ?? null })
  }
  return merges
}

const visibleMerged = (visibility: Visibility) =>
  visibility.all ? sql<boolean>`true` : sql<boolean>`m.agent_id = any(${visibility.agentIds}::bigint[])`

interface Merge {
  id: number
  keptId: number
  mergedId: number
  undone: boolean
  after: Snapshot
  before: Snapshot
  moved: MovedKeys
}

/**
 * Undoes a merge. All rows are restored except for versions, which increase, and histories, which record the merge and the
 * undo. Rejected with the changed parts if either contact has changed since.
 */
export const undoMerge: Handler<typeof contactMerges.undo> = async ({ db, user, audit }, { mergeId }) =>
  await inTransaction(db, async (db) => {
    const merge = await lockMerge(db, user.visibility('Customer'), mergeId)
    const ids = [merge.keptId, merge.mergedId]
    const blocked = await whyNotUndone(db, merge)
    if (blocked) fail('contact.merge_changed', blocked)
    await moveBack(db, merge.moved, merge.mergedId)
    await restoreSnapshot(db, merge.before, ids)
    const now = await takeSnapshot(db, ids)
    const wrong = differences(now, merge.before)
    if (wrong.length > 0) throw new Error(`Undoing merge ${mergeId} would not be exact: ${wrong.join()}`)
    await sql`update contact_merges set undone_at = now(), undone_by = ${user.id} where id = ${mergeId}`.execute(db)
    // Do Not Contact may be the status again.
    await giveUpMessages(db, ids)
    for (const id of ids) await recordUndo(db, id, user.id)
    await writeAudit(db, audit, {
      action: 'undo',
      entity: 'contact',
      entityId: merge.keptId,
      outcome: 'done',
      facts: { change: 'merge', merge: mergeId },
      subjects: ids,
    })
    return done
  })

/** The merge and both contacts, locked; missing unless the user can see both. */
async function lockMerge(db: Db, visibility: Visibility, mergeId: number): Promise<Merge> {
  const { rows } = await sql<Merge>`
    select g.id, g.merged_id as "mergedId", ${storedMerge}
    from contact_merges g join contacts c on c.id = g.kept_id join contacts m on m.id = g.merged_id
    where g.id = ${mergeId} and ${visibility.all ? sql`true` : sql`c.agent_id = any(${visibility.agentIds}::bigint[])`} and ${visibleMerged(visibility)}
    for update of g`.execute(db)
  const merge = rows[0]
  if (!merge || merge.undone) return fail('merge.not_found')
  await sql`select from contacts where id = any(${[merge.keptId, merge.mergedId]}::bigint[]) order by id for update`.execute(
    db,
  )
  return merge
}

/** What an undo needs. */
const storedMerge = sql`g.kept_id as "keptId", g.undone_at is not null as undone, g.moved,
  ${textsOf('before')} as before, ${textsOf('after')} as after`

/** A snapshot read from its jsonb, each table as text as `takeSnapshot` returns it. */
function textsOf(column: 'before' | 'after') {
  return sql`(select jsonb_object_agg(key, value::text) from jsonb_each(${sql.ref(`g.${column}`)}))`
}

/** Why a merge can no longer be undone: a later merge, or what has changed since; null if it can be. */
async function whyNotUndone(
  db: Db,
  merge: Merge,
): Promise<{ message: string; details: { changed: readonly string[] } } | null> {
  const ids = [merge.keptId, merge.mergedId]
  const later = await sql`
    select from contact_merges
    where id > ${merge.id} and undone_at is null and (kept_id = any(${ids}::bigint[]) or merged_id = any(${ids}::bigint[]))`.execute(
    db,
  )
  if (later.rows.length > 0) return { message: 'A later merge must be undone first', details: { changed: ['merges'] } }
  const changed = [
    ...differences(await takeSnapshot(db, ids), merge.after),
    ...(await changedSince(db, merge.moved, merge.keptId)),
  ]
  if (changed.length === 0) return null
  return {
    message: `The merge can’t be undone, because these have changed since: ${changed.join(', ')}`,
    details: { changed },
  }
}

async function recordUndo(db: Db, id: number, by: number): Promise<void> {
  const { rows } = await sql<{ version: number; customer: boolean }>`
    select c.version, exists (select from customers where contact_id = c.id) as customer from contacts c where c.id = ${id}`.execute(
    db,
  )
  const now = rows[0] ?? fail('server.error')
  await keepChange(db, { entity: entityOf(now), id, version: now.version, action: 'Merge undone', by, changes: [] })
}

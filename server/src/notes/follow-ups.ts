import { fail } from '@coverdesk/domain/fail.ts'
import { type HomeFollowUp, type HomeGroupOf, maxFollowUps } from '@coverdesk/domain/home/home-contract.ts'
import { type NotedKindName, notedKinds } from '@coverdesk/domain/notes/noted-kinds.ts'
import { done } from '@coverdesk/domain/platform/route.ts'
import { sql } from 'kysely'
import { writeAudit } from '../platform/audit/audit.ts'
import type { SignedIn } from '../platform/auth/session.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { SignedInCall } from '../platform/http/http-call.ts'
import { type NotedRecords, visibleOfKind } from './noted-records.ts'

/** First characters of a note in a list. */
const excerptLength = 160

const fullName = `concat_ws(' ', nullif(r.first_name, ''), nullif(r.last_name, ''))`

/** Name of a note's record and its key in addresses, by kind. */
const recordOf: Readonly<Record<NotedKindName, { name: string; key: string; from: string }>> = {
  customer: { name: fullName, key: 'r.id', from: 'contacts r' },
  unpaid: { name: 'r.insured_name', key: 'r.policy_id', from: 'unpaid_policies r' },
  lost: { name: 'r.insured_name', key: 'r.policy_id', from: 'lost_policies r' },
  application: { name: fullName, key: 'r.uuid', from: 'internal_applications r' },
  offline: { name: fullName, key: 'r.id', from: 'offline_applications r' },
  lead: { name: fullName, key: 'r.id', from: 'leads r' },
  variance: { name: 'r.insured_name', key: 'r.policy_id', from: 'variances r' },
  policy: { name: fullName, key: 'r.id', from: 'policies r' },
  agent: { name: 'r.name', key: 'r.id', from: 'agents r' },
}

const recordInWords = `case n.kind ${Object.values(notedKinds)
  .map(({ id, name }) => {
    const { name: shown, key, from } = recordOf[name]
    return `when ${id} then (select jsonb_build_object('name', ${shown}, 'key', (${key})::text) from ${from} where r.id = n.record_id)`
  })
  .join('\n')} end`

/** Due follow-ups of a user whose records the user still sees: how many, and the oldest. */
export async function dueFollowUps(
  db: Db,
  user: SignedIn,
  { today, records }: { today: string; records: NotedRecords },
): Promise<HomeGroupOf<'note'>> {
  const { rows: due } = await sql<{ id: number; kindId: number; recordId: number }>`
    select n.id, n.kind as "kindId", n.record_id as "recordId" from notes n
    where n.created_by = ${user.id} and n.follow_up_on <= ${today}::date and n.followed_up_at is null`.execute(db)
  const visible: number[] = []
  for (const [entityMetadataId, notes] of Map.groupBy(due, ({ kindId }) => kindId)) {
    const ids = [...new Set(notes.map(({ recordId }) => recordId))]
    const seen = await visibleOfKind(db, user, records, { entityMetadataId, ids })
    visible.push(...notes.filter(({ recordId }) => seen.has(recordId)).map(({ id }) => id))
  }
  return { kind: 'note', total: visible.length, data: await findFollowUps(db, visible) }
}

/** The oldest of these follow-ups, with the names of their records. */
async function findFollowUps(db: Db, ids: readonly number[]): Promise<HomeFollowUp[]> {
  type Row = Omit<HomeFollowUp, 'record' | 'name' | 'key'> & {
    kindId: number
    of: { name: string; key: string } | null
  }
  const { rows } = await sql<Row>`
    select n.id, n.kind as "kindId", n.record_id as "recordId", left(n.body, ${excerptLength}) as text,
      n.follow_up_on as "followUpOn", ${sql.raw(recordInWords)} as of
    from notes n
    where n.id = any(${ids}::bigint[])
    order by n.follow_up_on, n.id limit ${maxFollowUps}`.execute(db)
  return rows.flatMap(({ kindId, of, ...row }) => {
    const kind = Object.values(notedKinds).find(({ id }) => id === kindId)
    return kind && of ? [{ ...row, record: kind.name, name: of.name || 'No name', key: of.key }] : []
  })
}

/** Marks a follow-up of the user as done. Fails as missing for a note of another user or without a follow-up. */
export async function completeFollowUp({ db, user, audit, now }: SignedInCall, noteId: number): Promise<typeof done> {
  return await inTransaction(db, async (db) => {
    const { rows } = await sql<{ wasOpen: boolean }>`
      select n.followed_up_at is null as "wasOpen" from notes n
      where n.id = ${noteId} and n.created_by = ${user.id} and n.follow_up_on is not null for no key update`.execute(db)
    const [note] = rows
    if (!note) fail('record.not_found')
    if (!note.wasOpen) return done
    await sql`update notes set followed_up_at = ${now} where id = ${noteId}`.execute(db)
    await writeAudit(db, audit, {
      action: 'update',
      entity: 'note',
      entityId: noteId,
      outcome: 'done',
      facts: { fields: 'followedUp' },
    })
    return done
  })
}

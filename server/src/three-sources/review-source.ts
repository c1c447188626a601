import { fail } from '@coverdesk/domain/fail.ts'
import type { SourceRow, threeSources } from '@coverdesk/domain/three-sources/source-contract.ts'
import { sql } from 'kysely'
import { writeAudit } from '../platform/audit/audit.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { Handler, SignedInCall } from '../platform/http/http-call.ts'
import { findUnit } from './find-unit.ts'
import { reviewedAs } from './source-list.ts'

/** Marks a unit as reviewed, as its sources are now, or replaces the note of its review. */
export const reviewSource: Handler<typeof threeSources.review> = (call, { id, class: seen, note }) =>
  changeReview(call, id, async (db, unit) => {
    if (unit.class !== seen) fail('record.changed')
    await sql`
      insert into source_reviews (key, reviewed_as, policy_id, application_id, line_id, note, reviewed_by)
      select t.key, ${sql.raw(reviewedAs)}, t.policy_id, t.application_id, t.line_id, ${note}, ${call.user.id}
      from source_units t where t.id = ${id}
      on conflict (key, reviewed_as) do update set note = excluded.note, reviewed_by = excluded.reviewed_by, reviewed_at = now()`.execute(
      db,
    )
    return 'reviewed'
  })

/** Puts a reviewed unit back among those to review. */
export const reopenSource: Handler<typeof threeSources.reopen> = (call, { id }) =>
  changeReview(call, id, async (db) => {
    await sql`
      delete from source_reviews r using source_units t
      where t.id = ${id} and r.key = t.key and r.reviewed_as = ${sql.raw(reviewedAs)}`.execute(db)
    return 'reopened'
  })

async function changeReview(
  { db, user, audit }: SignedInCall,
  id: number,
  change: (db: Db, unit: SourceRow) => Promise<'reviewed' | 'reopened'>,
): Promise<SourceRow> {
  const visibility = user.visibility('Statement')
  return await inTransaction(db, async (db) => {
    await sql`select from source_units t where t.id = ${id} for no key update`.execute(db)
    const review = await change(db, await findUnit(db, visibility, id))
    const facts = { review }
    await writeAudit(db, audit, { action: 'update', entity: 'source unit', entityId: id, outcome: 'done', facts })
    return await findUnit(db, visibility, id)
  })
}

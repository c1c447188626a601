import { maskData } from '@coverdesk/domain/fields/mask-numbers.ts'
import type { offline } from '@coverdesk/domain/offline/offline-contract.ts'
import { OfflineDraftFields } from '@coverdesk/domain/offline/offline-fields.ts'
import { done } from '@coverdesk/domain/platform/route.ts'
import { retentionClasses } from '@coverdesk/domain/retention/retention-classes.ts'
import { sql } from 'kysely'
import { writeAudit } from '../platform/audit/audit.ts'
import type { Handler } from '../platform/http/http-call.ts'

/** Days until a draft expires. */
const draftDays = retentionClasses['offline-draft'].period.days

const placeOf = (userId: number) => ({ table: 'offline_drafts', row: String(userId), column: 'content_sealed' })

/** The user's draft, if younger than 14 days. The read is recorded before it is returned (P-70, P-73). */
export const readDraft: Handler<typeof offline.draft> = async ({ db, user, now, services, audit }) => {
  const { rows } = await sql<{ content: Buffer; savedAt: Date }>`
    select content_sealed as content, saved_at as "savedAt" from offline_drafts
    where user_id = ${user.id} and saved_at > ${now}::timestamptz - make_interval(days => ${draftDays})`.execute(db)
  if (!rows[0]) return null
  const values = OfflineDraftFields.safeParse(JSON.parse(services.sealer.open(placeOf(user.id), rows[0].content)))
  // A draft from an older version of the form cannot be restored.
  if (!values.success) return null
  await writeAudit(db, audit, { action: 'read', entity: 'offline-draft', entityId: user.id, outcome: 'done' })
  return { savedAt: rows[0].savedAt.toISOString(), values: values.data }
}

/**
 * Saves the draft, sealed as a whole. Its schema has no card or social security numbers, and those typed into other
 * fields are masked, so that no response returns them (P-63).
 */
export const saveDraft: Handler<typeof offline.keepDraft> = async ({ db, user, now, services }, { values }) => {
  const sealed = services.sealer.seal(placeOf(user.id), JSON.stringify(maskData(values)))
  await sql`
    insert into offline_drafts (user_id, content_sealed, saved_at) values (${user.id}, ${sealed}, ${now})
    on conflict (user_id) do update set content_sealed = excluded.content_sealed, saved_at = excluded.saved_at`.execute(
    db,
  )
  return { savedAt: now.toISOString() }
}

/** Deletes the draft. */
export const deleteDraft: Handler<typeof offline.dropDraft> = async ({ db, user }) => {
  await sql`delete from offline_drafts where user_id = ${user.id}`.execute(db)
  return done
}

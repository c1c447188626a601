import { VisitorDraft } from '@coverdesk/domain/eligibility/visitor-draft.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** Stores what a visitor entered before the account existed. */
export async function storeVisitorDraft(db: Db, userId: number, draft: unknown): Promise<void> {
  await sql`
    insert into visitor_drafts (user_id, draft) values (${userId}, ${JSON.stringify(draft)}::jsonb)
    on conflict (user_id) do update set draft = excluded.draft, created_at = now()`.execute(db)
}

/** Draft of the user; null without one, and for one that a former version stored in another shape. */
export async function visitorDraftOf(db: Db, userId: number): Promise<VisitorDraft | null> {
  const { rows } = await sql<{ draft: unknown }>`select draft from visitor_drafts where user_id = ${userId}`.execute(db)
  return VisitorDraft.safeParse(rows[0]?.draft).data ?? null
}

export async function deleteVisitorDraft(db: Db, userId: number): Promise<void> {
  await sql`delete from visitor_drafts where user_id = ${userId}`.execute(db)
}

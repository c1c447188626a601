import type { SentGroup } from '@coverdesk/domain/enrollment/enrollment-content.ts'
import { sql } from 'kysely'
import { reviewedHash } from '../../enrollment/enrollment-reviews.ts'
import type { Db } from '../../platform/db/database.ts'
import { authorizeAgent } from './authorize-agent.ts'

/** Stores the client's signed review of an enrollment by the application's agent, or by another one, who is authorized. */
export async function signEnrollmentReview(
  db: Db,
  { appId, groups }: { appId: string; groups: readonly SentGroup[] },
  agentId?: number | null,
  signedAt: string | null = null,
): Promise<void> {
  const { rows } = await sql<{ document: unknown }>`
    select document from marketplace_applications where exchange_assigned_id = ${appId}`.execute(db)
  const hash = reviewedHash({ exchangeAssignedId: appId, document: rows[0]?.document }, groups)
  await sql`
    with asked as (
      insert into review_requests (marketplace_application_id, content, content_hash, texts, token_hash, channel, sent_to,
        language, agency, agent_id, expires_at)
      select id, '[]', ${hash}, '{}', sha256(convert_to(gen_random_uuid()::text, 'UTF8')), 'email', 'ida@mail.test', 'en',
        'Coverdesk', ${agentId === undefined ? sql`coalesce(agent_id, sale_agent_id)` : agentId}, now() + interval '7 days'
      from marketplace_applications where exchange_assigned_id = ${appId} returning id
    )
    insert into application_reviews (request_id, signed_at, signed_name, address, user_agent, language, text_version, text_signed,
      text_sha256)
    select id, coalesce(${signedAt}::timestamptz, clock_timestamp()), 'Ida Case', '192.0.2.7', 'test', 'en', 'test', '[x] True.', sha256('[x] True.') from asked`.execute(
    db,
  )
  await authorizeAgent(db, { appId }, agentId)
}

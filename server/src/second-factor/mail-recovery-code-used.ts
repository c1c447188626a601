import { agencyMoment } from '@coverdesk/domain/fields/agency-moment.ts'
import type { MessageLanguage } from '@coverdesk/domain/messages/message-kinds.ts'
import { sql } from 'kysely'
import { queueMessage } from '../messages/queue-message.ts'
import type { Db } from '../platform/db/database.ts'
import type { Call } from '../platform/http/http-call.ts'

/**
 * Mails the owner about a login with a recovery code: a stolen list would otherwise go unnoticed, because the device may be
 * known, and the owner of a lost phone needs to know how many are left.
 */
export async function mailRecoveryCodeUsed(db: Db, { services }: Call, userId: number): Promise<void> {
  const { rows } = await sql<{ email: string; language: MessageLanguage; at: Date; left: number }>`
    select u.email, u.language, now() as at,
      (select count(*) from user_recovery_codes c where c.user_id = u.id and c.used_at is null) as left
    from users u where u.id = ${userId} and u.email <> ''`.execute(db)
  if (!rows[0]) return
  const { email, language, at, left } = rows[0]
  await queueMessage(db, services, {
    kind: 'recovery-code-used',
    channel: 'email',
    userId,
    recipient: email,
    language,
    facts: { at: agencyMoment(at, language), left: String(left), link: `${services.config.publicUrl}/login/forgot` },
  })
}

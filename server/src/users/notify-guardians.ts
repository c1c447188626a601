import type { MessageKind, MessageLanguage } from '@coverdesk/domain/messages/message-kinds.ts'
import type { NotificationFacts } from '@coverdesk/domain/notifications/notification-kinds.ts'
import { guardians } from '@coverdesk/domain/users/rights-above.ts'
import { sql } from 'kysely'
import { canSend, queueMessage } from '../messages/queue-message.ts'
import type { Db } from '../platform/db/database.ts'
import type { Services } from '../platform/http/http-call.ts'
import { notify } from '../platform/realtime/notify.ts'

/** What guardians are notified of: in the app by kind and facts, by e-mail with a sentence in their language. */
interface GuardianNews<Kind extends 'rights' | 'emergency'> {
  kind: Kind
  /** The user whom it is about. */
  userId: number
  facts: NotificationFacts[Kind]
  sentence: Record<MessageLanguage, string>
}

const letters = { rights: 'rights-notice', emergency: 'emergency-notice' } as const satisfies Record<
  string,
  MessageKind
>

/**
 * Notifies all security administrators and administrators, the one who acts included, so that the owner of a stolen
 * session hears of it too. In the transaction of what it tells: both happen or neither.
 */
export async function notifyGuardians<Kind extends 'rights' | 'emergency'>(
  db: Db,
  services: Services,
  { kind, userId, facts, sentence }: GuardianNews<Kind>,
): Promise<void> {
  const { rows } = await sql<{ id: number; email: string; language: MessageLanguage }>`
    select id, email, language from users
    where enabled and roles && ${guardians.split('|')}::text[]
    order by id`.execute(db)
  await notify(
    db,
    kind,
    rows.map(({ id }) => ({ userId: id, recordId: userId, facts })),
  )
  if (!canSend(services.config, 'email')) return
  const link = `${services.config.publicUrl}/portal/security/approvals`
  for (const { id, email, language } of rows)
    if (email !== '')
      await queueMessage(db, services, {
        ...{ kind: letters[kind], channel: 'email', userId: id, recipient: email, language },
        facts: { text: sentence[language], link },
      })
}

/** A user's name for a sentence: that of the contact, or the user name. */
export async function nameOfUser(db: Db, userId: number): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select coalesce(nullif(concat_ws(' ', nullif(c.first_name, ''), nullif(c.last_name, '')), ''), u.user_name) as name
    from users u left join contacts c on c.id = u.contact_id where u.id = ${userId}`.execute(db)
  return rows[0]?.name ?? ''
}

import { anyAdministrator } from '@coverdesk/domain/access/rights.ts'
import type { MessageKind, MessageLanguage } from '@coverdesk/domain/messages/message-kinds.ts'
import type { NotificationFacts } from '@coverdesk/domain/notifications/notification-kinds.ts'
import { sql } from 'kysely'
import { canSend, queueMessage } from '../messages/queue-message.ts'
import type { Db } from '../platform/db/database.ts'
import type { Services } from '../platform/http/http-call.ts'
import { notify } from '../platform/realtime/notify.ts'

/** Services that a notice to the administrators needs. */
export type NoticeServices = Pick<Services, 'sealer' | 'brands' | 'config'>

/** Path of the page where rights and emergency access are approved. */
export const approvalsPage = '/portal/security/approvals'

const emailKinds = {
  rights: 'rights-notice',
  emergency: 'emergency-notice',
  'security-alert': 'security-alert',
} as const satisfies Record<string, MessageKind>
type NoticeKind = keyof typeof emailKinds

interface AdministratorNotice<Kind extends NoticeKind> {
  kind: Kind
  /** One notification in the app for each record. */
  records: readonly { recordId: number; facts: NotificationFacts[Kind] }[]
  /** Text of the one email, in the language of its recipient. */
  sentence: Record<MessageLanguage, string>
  /** Path of the page that the email links to. */
  page: string
  /** User who is not told, unless no other is there. */
  except?: number
}

/**
 * Notifies every enabled security administrator and administrator in the app and by email. The person who acted is
 * included: a stolen session must not hide itself from its owner. Call it in the transaction of the change.
 */
export async function notifyAdministrators<Kind extends NoticeKind>(
  db: Db,
  services: NoticeServices,
  { kind, records, sentence, page, except }: AdministratorNotice<Kind>,
): Promise<void> {
  const { rows: everyone } = await sql<{ id: number; email: string; language: MessageLanguage }>`
    select id, email, language from users
    where enabled and roles && ${anyAdministrator.split('|')}::text[]
    order by id`.execute(db)
  const others = everyone.filter(({ id }) => id !== except)
  const rows = others.length > 0 ? others : everyone
  await notify(
    db,
    kind,
    records.flatMap((record) => rows.map(({ id }) => ({ userId: id, ...record }))),
  )
  if (!canSend(services.config, 'email')) return
  const link = services.config.publicUrl + page
  for (const { id, email, language } of rows)
    if (email !== '')
      await queueMessage(db, services, {
        kind: emailKinds[kind],
        channel: 'email',
        userId: id,
        recipient: email,
        language,
        facts: { text: sentence[language], link },
      })
}

/** Name of a user for a sentence: that of the contact, or the user name. */
export async function nameOfUser(db: Db, userId: number): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select coalesce(nullif(concat_ws(' ', nullif(c.first_name, ''), nullif(c.last_name, '')), ''), u.user_name) as name
    from users u left join contacts c on c.id = u.contact_id where u.id = ${userId}`.execute(db)
  return rows[0]?.name ?? ''
}

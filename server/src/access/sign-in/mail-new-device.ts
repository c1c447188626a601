import { agencyMoment } from '@coverdesk/domain/fields/agency-moment.ts'
import type { MessageLanguage } from '@coverdesk/domain/messages/message-kinds.ts'
import { browserName, browserNameIn } from '@coverdesk/domain/profile/browser-name.ts'
import { sql } from 'kysely'
import { queueMessage } from '../../messages/queue-message.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Call } from '../../platform/http/http-call.ts'

/**
 * Mails a user about a sign-in on a device that is not known. A program that stores no cookies is a new device each time, so
 * the same device and address are mailed once a day.
 */
export async function mailNewDevice(db: Db, call: Call, userId: number, deviceHash: Buffer): Promise<void> {
  const { services, address, userAgent } = call
  const { rows } = await sql<{ email: string; language: MessageLanguage; at: Date }>`
    with mailed as (
      update known_devices d set mailed_address = ${address}
      where d.user_id = ${userId} and d.device_hash = ${deviceHash} and not exists (
        select from known_devices o where o.user_id = d.user_id and o.device = d.device
          and o.mailed_address = ${address} and o.last_seen_at > now() - interval '1 day')
      returning d.user_id)
    select u.email, u.language, now() as at from users u join mailed on mailed.user_id = u.id where u.email <> ''`.execute(
    db,
  )
  if (!rows[0]) return
  const { email, language, at } = rows[0]
  await queueMessage(db, services, {
    kind: 'new-device',
    channel: 'email',
    userId,
    recipient: email,
    language,
    facts: {
      device: browserNameIn(language, browserName(userAgent)),
      at: agencyMoment(at, language),
      link: `${services.config.publicUrl}/login/forgot`,
    },
  })
}

import { messageChannels } from '@coverdesk/domain/messages/message-kinds.ts'
import { sql } from 'kysely'
import type { Config } from '../platform/config/config.ts'
import type { Db } from '../platform/db/database.ts'
import { isTestInbox } from './queue-message.ts'

/** How long the record that a message was sent, and to whom, is kept. */
const keptDays = 30

/**
 * Drops expired messages, wiping their text, and deletes old messages: after 24 hours on a demo, because its texts stay
 * readable, otherwise after 30 days.
 */
export async function sweepOutbox(db: Db, config: Pick<Config, 'mail' | 'sms' | 'demo'>): Promise<void> {
  const sentFromHere = messageChannels.filter((channel) => !isTestInbox(config, channel))
  await sql`
    update outbox set given_up_at = now(), content_sealed = null
    where sent_at is null and given_up_at is null and expires_at <= now() and channel = any(${sentFromHere})`.execute(
    db,
  )
  await sql`
    delete from outbox where created_at < now() - make_interval(hours => ${config.demo ? 24 : keptDays * 24})`.execute(
    db,
  )
}

import { messageChannels } from '@coverdesk/domain/messages/message-kinds.ts'
import { sql } from 'kysely'
import type { Config } from '../platform/config/config.ts'
import type { Db } from '../platform/db/database.ts'
import { isTestInbox } from './queue-message.ts'

/** How long it stays known that a message went out, and to whom. */
const keptDays = 30

/**
 * Gives up what is worth nothing any more, wiping its text, and deletes old messages: on a demo after 24 hours, as its
 * texts stay readable, else 30 days after they were written.
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

import { optedOutMeanwhile } from '@coverdesk/domain/marketing/contact-block-reason.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'

/** Cancels messages to contacts that were not sent yet, of the rows `m`; a demo without a gateway keeps them readable. */
export async function giveUpWaiting(db: Db, condition: RawBuilder<unknown>): Promise<void> {
  await sql`
    update outbox o set given_up_at = now(), content_sealed = null, last_error = ${optedOutMeanwhile}
    from contact_messages m
    where ${condition} and m.state = 'queued' and o.id = m.outbox_id
      and o.sent_at is null and o.given_up_at is null`.execute(db)
}

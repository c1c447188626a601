import { sql } from 'kysely'
import { type AuditSource, commandSource, writeAudit } from '../platform/audit.ts'
import { type Db, inTransaction } from '../platform/database.ts'
import { draftDays } from './offline-draft.ts'

/** Days that a card number is kept once its application is processed. */
export const cardDays = 30
/** Cards of one transaction. */
const most = 200

/**
 * Destroys what is due at `now` (P-68): card numbers 30 days after their application was processed, but none under a
 * hold, and drafts that nobody came back to. The last four digits stay, which may be kept (PCI DSS 3.4.1). Each card
 * leaves an event. Answers how many cards went.
 */
export async function destroyDueCards(db: Db, source: AuditSource, now: Date): Promise<number> {
  await sql`
    delete from offline_drafts where saved_at <= ${now}::timestamptz - make_interval(days => ${draftDays})`.execute(db)
  let gone = 0
  while (true) {
    const some = await inTransaction(db, (inside) => destroySome(inside, source, now))
    gone += some
    if (some < most) return gone
  }
}

async function destroySome(db: Db, source: AuditSource, now: Date): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    update offline_applications set card_number_sealed = null, card_number_search = null, card_exp_date = null,
      card_purged_at = ${now}
    where id = any(array(
      select id from offline_applications
      where card_number_sealed is not null and not held
        and processed_at <= ${now}::timestamptz - make_interval(days => ${cardDays})
      order by processed_at limit ${most} for update skip locked))
    returning id`.execute(db)
  for (const { id } of rows)
    await writeAudit(db, source, {
      action: 'delete',
      entity: 'offline-application',
      entityId: id,
      outcome: 'done',
      facts: { field: 'cardNumber', daysAfterProcessing: cardDays },
    })
  return rows.length
}

const everyMinutes = 60

/** Destroys what is due now and every hour until it is stopped; what fails is left to the next time. */
export function keepOfflineRetention(
  db: Db,
  auditSecret: string,
  report: (error: unknown) => void,
): { stop: () => Promise<void> } {
  const source = commandSource(auditSecret)
  let running: Promise<unknown> = Promise.resolve()
  const run = () => {
    running = destroyDueCards(db, source, new Date()).catch(report)
  }
  run()
  const timer = setInterval(run, everyMinutes * 60_000)
  timer.unref()
  return {
    stop: async () => {
      clearInterval(timer)
      await running
    },
  }
}

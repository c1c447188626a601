import { sql } from 'kysely'
import type { Gauge } from '../platform/metrics/gauge.ts'

/** How far the delivery of messages is behind; index `outbox_due`. */
export const oldestDueMessage: Gauge = {
  name: 'oldest_due_message_seconds',
  help: 'Seconds since the oldest message in the outbox was due; 0 when none is.',
  read: async ({ db, now }) => {
    const time = now()
    const { rows } = await sql<{ value: number }>`
      select coalesce(greatest(extract(epoch from ${time}::timestamptz - min(next_try_at)), 0), 0)::float8 as value
      from outbox where sent_at is null and given_up_at is null`.execute(db)
    return rows
  },
}

import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { storedHours } from '../../platform/http/idempotency/stored-answers.ts'
import type { Job } from '../../platform/jobs/start-jobs.ts'
import { deviceDays } from './known-devices.ts'

/** Maximum rows deleted per table in one sweep, so that locks stay short. */
const maxRows = 5_000

/** Deletes expired sign-in data: failures, attempts, links, known devices, registrations, hand-offs, live events and stored responses. */
export async function sweepSignIns(db: Db): Promise<void> {
  await sweep(db, 'sign_in_failures', sql`at < now() - interval '1 day'`)
  await sweep(db, 'public_calls', sql`at < now() - interval '1 day'`)
  await sweep(db, 'sign_in_attempts', sql`expires_at < now() - interval '1 day'`)
  await sweep(db, 'registrations', sql`expires_at < now()`)
  await sweep(db, 'email_changes', sql`expires_at < now()`)
  await sweep(db, 'phone_changes', sql`expires_at < now()`)
  await sweep(db, 'known_devices', sql`last_seen_at < now() - make_interval(days => ${deviceDays})`)
  await sweep(db, 'hand_offs', sql`expires_at < now() - interval '1 day'`)
  await sweep(db, 'live_events', sql`at < now() - interval '1 hour'`)
  await sweep(db, 'idempotency_keys', sql`stored_at < now() - make_interval(hours => ${storedHours})`)
  await sweep(
    db,
    'sign_in_streaks',
    sql`last_at < now() - interval '30 days' and not exists (select from users where lower(user_name) = account)`,
  )
}

async function sweep(db: Db, table: string, isOld: RawBuilder<unknown>): Promise<void> {
  await sql`
    delete from ${sql.table(table)} where ctid = any(array(
      select ctid from ${sql.table(table)} where ${isOld} limit ${maxRows} for update skip locked))`.execute(db)
}

/** Runs every ten minutes. */
export const signInSweepJob = (db: Db): Job => ({
  name: 'access.sweep-sign-ins',
  everyMs: 10 * 60_000,
  failure: { category: 'Sign-in', sentence: 'Could not delete expired sign-in data' },
  run: () => sweepSignIns(db),
})

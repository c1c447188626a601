import type { SessionEndReason } from '../platform/auth/session.ts'
import type { Connection } from '../platform/db/connection.ts'

const reason: SessionEndReason = 'restored'

/**
 * What a database may not take over from an earlier moment of itself. Nobody is signed in: a session may have been ended
 * since. Links, codes and tokens under way are void, messages that waited have long gone out, and numbers of transactions of the
 * other server mean nothing here.
 */
export async function forgetMoment(connection: Connection): Promise<void> {
  await connection.query('update sessions set ended_at = now(), end_reason = $1 where ended_at is null', [reason])
  await connection.query(`
    delete from hand_offs; delete from sign_in_attempts; delete from registrations; delete from email_changes; delete from live_events;
    update outbox set given_up_at = now(), content_sealed = null, last_error = 'restored from a backup'
      where sent_at is null and given_up_at is null;
    update audit_progress set gaps = coalesce(
      (select jsonb_agg(gap || '{"xmax": "0", "since": 0}') from jsonb_array_elements(gaps) gap), '[]')`)
}

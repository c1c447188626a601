import type { SessionEndReason } from '@coverdesk/domain/access/session-end.ts'
import type { Connection } from '../platform/db/connection.ts'

const reason: SessionEndReason = 'restored'

/**
 * Ends what was in progress when the backup was made: sessions and emergency access, which may have been ended since, links, invitations,
 * codes, tokens and queued messages. Transaction ids of the other server mean nothing here and are reset.
 */
export async function resetAfterRestore(connection: Connection): Promise<void> {
  await connection.query('update sessions set ended_at = now(), end_reason = $1 where ended_at is null', [reason])
  await connection.query(`
    update emergency_accesses set ended_at = now() where ended_at is null;
    update user_invitations set revoked_at = now() where revoked_at is null;
    delete from hand_offs; delete from sign_in_attempts; delete from registrations; delete from email_changes;
    delete from phone_changes; delete from live_events;
    update outbox set given_up_at = now(), content_sealed = null, last_error = 'restored from a backup'
      where sent_at is null and given_up_at is null;
    update audit_progress set gaps = coalesce(
      (select jsonb_agg(gap || '{"xmax": "0", "since": 0}') from jsonb_array_elements(gaps) gap), '[]')`)
}

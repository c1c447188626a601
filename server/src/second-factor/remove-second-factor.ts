import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'

/**
 * Removes the authenticator app and its recovery codes from a user, including an unfinished setup. Chosen codes stay.
 * The caller ends the user's sessions, writes the audit event and notifies the owner.
 */
export async function removeSecondFactor(db: Db, userId: number): Promise<void> {
  await sql`delete from user_authenticators where user_id = ${userId}`.execute(db)
  await sql`delete from user_authenticator_offers where user_id = ${userId}`.execute(db)
  await sql`delete from user_recovery_codes where user_id = ${userId}`.execute(db)
}

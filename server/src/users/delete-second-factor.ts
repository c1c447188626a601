import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'

/**
 * Removes the authenticator app and its recovery codes from a user, including an unfinished setup. Chosen codes stay.
 * Returns whether there was an app. The caller ends the user's sessions, writes the audit event and notifies the owner.
 */
export async function deleteSecondFactor(db: Db, userId: number): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`delete from user_authenticators where user_id = ${userId}`.execute(db)
  await sql`delete from user_authenticator_offers where user_id = ${userId}`.execute(db)
  await sql`delete from user_recovery_codes where user_id = ${userId}`.execute(db)
  return numAffectedRows > 0n
}

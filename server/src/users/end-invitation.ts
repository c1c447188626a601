import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'

/** Ends the link of a user's invitation. Returns whether there was one that still worked. */
export async function endInvitation(db: Db, userId: number): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update user_invitations set revoked_at = now() where user_id = ${userId} and revoked_at is null`.execute(db)
  return numAffectedRows > 0n
}

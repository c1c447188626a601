import { fail } from '@coverdesk/domain/fail.ts'
import { administersUsers, type Rights } from '@coverdesk/domain/users/own-rights.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'

/**
 * Fails with `user.last_security` when a change would leave no security administrator. The lock makes concurrent
 * changes wait and count again, so the last two cannot remove each other (P-34).
 */
export async function requireSecurityAdmin(
  db: Db,
  userId: number,
  before: Pick<Rights, 'roles' | 'enable'>,
  after: Pick<Rights, 'roles' | 'enable'>,
): Promise<void> {
  if (!administersUsers(before) || administersUsers(after)) return
  await sql`select pg_advisory_xact_lock(hashtext('security administrators'))`.execute(db)
  const { rows } = await sql<{ left: boolean }>`
    select exists (select from users where roles @> '{securityadmin}' and enabled and id <> ${userId}) as left`.execute(
    db,
  )
  if (!rows[0]?.left) fail('user.last_security')
}

import { fail } from '@coverdesk/domain/fail.ts'
import { sql } from 'kysely'
import { countAttempt, uncountAttempt } from '../access/sign-in/sign-in-throttle.ts'
import { verifyPassword } from '../platform/auth/password-hash.ts'
import type { SignedInCall } from '../platform/http/http-call.ts'

/**
 * Verifies the password of the signed-in user before an action that an unattended session must not allow. Wrong guesses
 * count as failed sign-ins.
 */
export async function confirmPassword({ db, user, address }: SignedInCall, password: string): Promise<void> {
  // A session exists, so the owner has signed in from this browser.
  const counted = await countAttempt(db, user.userName, address, true)
  const { rows } = await sql<{ hash: string }>`select password_hash as hash from users where id = ${user.id}`.execute(
    db,
  )
  if (!(await verifyPassword(password, rows[0]?.hash ?? ''))) fail('password.wrong')
  await uncountAttempt(db, counted)
}

import { fail } from '@coverdesk/domain/failures.ts'
import { sql } from 'kysely'
import { countAttempt, uncountAttempt } from '../access/sign-in/sign-in-throttle.ts'
import { verifyPassword } from '../platform/auth/password-hash.ts'
import type { SignedInCall } from '../platform/http/http-call.ts'

/**
 * Has whoever is signed in prove it once more with the password, before something that a page left open must not allow.
 * Wrong guesses count as failed logins.
 */
export async function confirmPassword({ db, user, address }: SignedInCall, password: string): Promise<void> {
  // Whoever has the session is in a browser in which the owner signed in.
  const counted = await countAttempt(db, user.userName, address, true)
  const { rows } = await sql<{ hash: string }>`select password_hash as hash from users where id = ${user.id}`.execute(
    db,
  )
  if (!(await verifyPassword(password, rows[0]?.hash ?? ''))) fail('password.wrong')
  await uncountAttempt(db, counted)
}

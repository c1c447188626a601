import { fail } from '@coverdesk/domain/fail.ts'
import type { revealProofs } from '@coverdesk/domain/offline/offline-contract.ts'
import { sql } from 'kysely'
import { countAttempt, uncountAttempt } from '../access/sign-in/sign-in-throttle.ts'
import { isRequired } from '../messages/login-methods.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import type { Db } from '../platform/db/database.ts'
import type { SignedInCall } from '../platform/http/http-call.ts'
import { takeAppCode, takeRecoveryCode } from '../second-factor/authenticators.ts'
import { confirmPassword } from '../second-factor/confirm-password.ts'
import { readTyped } from '../second-factor/factor-codes.ts'

/**
 * Proof that the user must repeat before a number is shown (P-64): a code of their authenticator app, or the password
 * without one; if the installation requires a second factor of the role, only the app is accepted.
 */
export async function requiredProof(
  db: Db,
  { user, services: { config } }: SignedInCall,
): Promise<(typeof revealProofs)[number]> {
  const { rows } = await sql`
    select from user_authenticators where user_id = ${user.id} and confirmed_at is not null`.execute(db)
  if (rows.length > 0) return 'code'
  return isRequired(config, user) ? 'app needed' : 'password'
}

/** Verifies the proof; fails if it is wrong. Failed attempts share a limit with the sign-in. */
export async function reauthenticate(
  call: SignedInCall,
  id: number,
  { code, password }: { code?: string | undefined; password?: string | undefined },
): Promise<void> {
  const proof = await requiredProof(call.db, call)
  if (proof === 'app needed') return fail('reveal.app_needed')
  if (proof === 'password') return await confirmPassword(call, password ?? fail('password.wrong'))
  const { db, user, services, address } = call
  const counted = await countAttempt(db, user.userName, address, true)
  const typed = readTyped(code ?? '')
  const passed =
    typed?.kind === 'digits'
      ? await takeAppCode(db, services, user.id, typed.code)
      : typed !== null && (await takeRecoveryCode(db, services.config, user.id, typed.code))
  if (!passed) {
    await writeAudit(db, call.audit, {
      action: 'reveal',
      entity: 'offline-application',
      entityId: id,
      outcome: 'refused',
      facts: { code: 'second_factor.wrong' },
    })
    fail('second_factor.wrong')
  }
  await uncountAttempt(db, counted)
}

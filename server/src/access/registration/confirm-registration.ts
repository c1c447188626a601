import type { passwords } from '@coverdesk/domain/access/password-contract.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import { writeAudit } from '../../platform/audit/audit.ts'
import { verifyPassword } from '../../platform/auth/password-hash.ts'
import type { Handler } from '../../platform/http/http-call.ts'
import { callerOf } from '../accounts/account-name.ts'
import { addUser } from '../accounts/add-user.ts'
import { inPublicTransaction } from '../public-transaction.ts'
import { rateLimit } from '../rate-limit.ts'
import { deleteRegistrations, lockRegistration } from './registrations.ts'
import { storeVisitorDraft } from './visitor-drafts.ts'

/** Attempts per address in 15 minutes. */
const limits = { address: 50, minutes: 15 }
const consumerType = 4

/**
 * Turns a registration into a consumer account. The code proves the mailbox and the password proves who registered: without
 * it, an owner who opens the link of a stranger's registration would give the stranger an account under the owner's address.
 */
export const confirmRegistration: Handler<typeof passwords.confirm> = async (call, { code, pass }) => {
  await rateLimit(call.db, {
    call: 'confirm',
    caller: callerOf(call.address),
    limit: limits.address,
    minutes: limits.minutes,
  })
  return await inPublicTransaction(call.db, async (db) => {
    const registration = (await lockRegistration(db, code)) ?? fail('registration.code_invalid')
    if (!(await verifyPassword(pass, registration.passwordHash))) fail('registration.password_wrong')
    const { id: _, draft, ...person } = registration
    const id = await addUser(db, call, {
      ...person,
      roles: ['consumer'],
      typeId: consumerType,
      org: call.services.config.org,
      temporary: false,
    })
    if (draft) await storeVisitorDraft(db, id, draft)
    await deleteRegistrations(db, registration.userName)
    await writeAudit(
      db,
      { ...call.audit, userId: id },
      { action: 'create', entity: 'user', entityId: id, outcome: 'done', facts: { byAdmin: false } },
    )
    return { user: registration.userName }
  })
}

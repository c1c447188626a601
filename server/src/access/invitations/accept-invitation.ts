import type { invitations } from '@coverdesk/domain/access/invitation-contract.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import type { Call, Handler } from '../../platform/http/http-call.ts'
import { callerOf } from '../accounts/account-name.ts'
import { refusePassword } from '../passwords/refuse-password.ts'
import { setPassword } from '../passwords/set-password.ts'
import { inPublicTransaction } from '../public-transaction.ts'
import { rateLimit } from '../rate-limit.ts'
import { continueSignIn } from '../sign-in/sign-in.ts'
import { lockInvitation } from './user-invitations.ts'

/** Attempts per address in 15 minutes. */
const limits = { address: 50, minutes: 15 }

const limitCalls = ({ db, address }: Call) =>
  rateLimit(db, { call: 'invitation', caller: callerOf(address), limit: limits.address, minutes: limits.minutes })

/** Whom a link invites. Opening it changes nothing, because mail programs open links. */
export const readInvitation: Handler<typeof invitations.read> = async (call, { code }) => {
  await limitCalls(call)
  return await inPublicTransaction(call.db, async (db) => {
    const { userName, name } = (await lockInvitation(db, code)) ?? fail('invitation.invalid')
    return { userName, name }
  })
}

/**
 * Sets the first password with the code of an invitation, once, and continues as a login with it: where the role requires a
 * second factor, the answer asks for it or the session may only set it up. A rejected password does not use up the code.
 */
export const acceptInvitation: Handler<typeof invitations.accept> = async (call, { code, pass }) => {
  await limitCalls(call)
  refusePassword(call.services.config, pass)
  return await inPublicTransaction(call.db, async (db) => {
    const { id: userId, userName } = (await lockInvitation(db, code)) ?? fail('invitation.invalid')
    const asOwner = { ...call, audit: { ...call.audit, userId } }
    await setPassword(db, asOwner, { userId, userName, password: pass, temporary: false, invited: true })
    return await continueSignIn(db, call, userName)
  })
}

import { access } from '@coverdesk/domain/access/access-contract.ts'
import { invitations } from '@coverdesk/domain/access/invitation-contract.ts'
import { rightsToAskFor } from '@coverdesk/domain/access/missing-rights-contract.ts'
import { passwords } from '@coverdesk/domain/access/password-contract.ts'
import { resources } from '@coverdesk/domain/access/rights.ts'
import { done } from '@coverdesk/domain/platform/route.ts'
import { userAccess } from '@coverdesk/domain/users/user-access-contract.ts'
import { writeAudit } from '../platform/audit/audit.ts'
import { activeEmergency } from '../platform/auth/emergency-reader.ts'
import { seesAgencyAmounts } from '../platform/auth/pay-readers.ts'
import { endSession } from '../platform/auth/session.ts'
import { seesOnlyOwn } from '../platform/auth/visibility.ts'
import type { Bind, Handler } from '../platform/http/http-call.ts'
import { acceptInvitation, readInvitation } from './invitations/accept-invitation.ts'
import { inviteUser, revokeInvitation } from './invitations/invite-user.ts'
import { forgotPassword } from './passwords/forgot-password.ts'
import { resetByAdmin, resetPassword } from './passwords/reset-password.ts'
import { confirmRegistration } from './registration/confirm-registration.ts'
import { register } from './registration/register.ts'
import { signIn } from './sign-in/sign-in.ts'
import { readMissingRights } from './user-access/read-missing-rights.ts'
import { readUserHistory } from './user-access/user-history.ts'
import { readUserAccess, signOutUser } from './user-access/user-sessions.ts'

const logOut: Handler<typeof access.logout> = async ({ db, user, audit }) => {
  await endSession(db, user.sessionId, 'logout')
  await writeAudit(db, audit, { action: 'logout', entity: 'session', entityId: user.sessionId, outcome: 'done' })
  return done
}

export function accessRoutes(on: Bind): void {
  on(access.login, signIn)
  on(access.logout, logOut)
  on(access.logoutByGet, logOut)
  on(access.currentUser, async ({ user, now }) => ({
    ...user,
    agentId: user.ownAgentId,
    emergencyUntil: activeEmergency(user, now)?.until.toISOString() ?? null,
    ownOnly: resources.filter((resource) => seesOnlyOwn(user.visibility(resource), user.ownAgentId)),
    seesPay: !seesAgencyAmounts(user),
  }))
  on(invitations.read, readInvitation)
  on(invitations.accept, acceptInvitation)
  on(invitations.send, inviteUser)
  on(invitations.revoke, revokeInvitation)
  on(userAccess.one, readUserAccess)
  on(userAccess.history, readUserHistory)
  on(userAccess.signOut, signOutUser)
  on(rightsToAskFor.one, readMissingRights)
  on(passwords.forgot, forgotPassword)
  on(passwords.forgotByGet, forgotPassword)
  on(passwords.reset, resetPassword)
  on(passwords.register, register)
  on(passwords.confirm, confirmRegistration)
  on(passwords.resetByAdmin, resetByAdmin)
}

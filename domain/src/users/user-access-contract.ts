import { z } from 'zod'
import { invitationStates } from '../access/invitation-contract.ts'
import { secondFactorMethods } from '../access/second-factor-rule.ts'
import { Id } from '../platform/page.ts'
import { Done, route } from '../platform/route.ts'
import { OwnSession } from '../profile/profile-contract.ts'

/** How and from where a user signs in. */
export const UserAccess = z.object({
  /** Null: never, or before sign-ins were recorded. */
  lastSignIn: z.string().nullable(),
  /** Methods of the second factor that the next login asks for; empty if the password is enough. */
  methods: z.array(z.enum(secondFactorMethods)),
  /** Unused recovery codes of the authenticator app. */
  recoveryCodes: z.number().int(),
  sessions: z.array(OwnSession),
  /** Null for users who were not invited or have set a password. */
  invitation: z.object({ state: z.enum(invitationStates), sentAt: z.string(), expiresAt: z.string() }).nullable(),
})
export type UserAccess = z.infer<typeof UserAccess>

/** Event of a user's account and rights. */
export const UserHistoryEntry = z.object({
  id: z.number().int(),
  at: z.string(),
  /** Who did what, one sentence per change. */
  sentences: z.array(z.string()),
})
export type UserHistoryEntry = z.infer<typeof UserHistoryEntry>

const input = z.strictObject({ id: Id })

export const userAccess = {
  one: route({
    method: 'GET',
    path: '/api/UserManage/{id}/access',
    allow: 'securityadmin',
    audit: { reads: 'user' },
    summary: "A user's last sign-in, second factor and open sessions",
    input,
    output: UserAccess,
  }),
  history: route({
    method: 'GET',
    path: '/api/UserManage/{id}/history',
    allow: 'securityadmin',
    audit: { reads: 'user', by: 'userId' },
    summary: 'Who changed what of a user and the rights, from the audit record; the newest 200',
    input,
    output: z.array(UserHistoryEntry),
  }),
  signOut: route({
    method: 'DELETE',
    path: '/api/UserManage/{id}/sessions',
    allow: 'securityadmin',
    audit: 'own',
    summary: "End all sessions and pending logins of a user; of one's own, all but the current one",
    input,
    output: Done,
  }),
}

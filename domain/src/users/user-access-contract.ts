import { z } from 'zod'
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
})
export type UserAccess = z.infer<typeof UserAccess>

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

import { z } from 'zod'
import { anyAdministrator } from '../access/rights.ts'
import { Id } from '../platform/page.ts'
import { Done, Nothing, route } from '../platform/route.ts'

/** What was done to an account to give someone rights beyond the giver's own. */
export const grantActs = ['rights', 'visibility', 'contact', 'second factor', 'password', 'email'] as const
export type GrantAct = (typeof grantActs)[number]

/** How long a grant waits for a second security administrator. */
export const grantDays = 7

export const grantStates = ['waiting', 'expired', 'notified', 'approved', 'refused'] as const
export type GrantState = (typeof grantStates)[number]

/** Rights that were given beyond the giver's own, or wait for a second security administrator. */
export const RightsGrant = z.object({
  id: z.number().int(),
  userId: z.number().int(),
  userName: z.string(),
  act: z.enum(grantActs),
  rights: z.string(),
  askedById: z.number().int(),
  askedBy: z.string(),
  askedAt: z.string(),
  expiresAt: z.string().nullable(),
  state: z.enum(grantStates),
  decidedBy: z.string().nullable(),
  decidedAt: z.string().nullable(),
})
export type RightsGrant = z.infer<typeof RightsGrant>

/** Answer of a change that may have to wait. */
export const DoneOrWaiting = Done.extend({ waiting: z.literal(true).optional() })
export type DoneOrWaiting = z.infer<typeof DoneOrWaiting>

export const rightsGrants = {
  list: route({
    method: 'GET',
    path: '/api/RightsGrant',
    allow: anyAdministrator,
    audit: { reads: 'user', by: 'userId' },
    summary: "Rights given beyond the giver's own, those that wait first; the newest 200",
    input: Nothing,
    output: z.array(RightsGrant),
  }),
  decide: route({
    method: 'PUT',
    path: '/api/RightsGrant/{id}/decision',
    allow: 'securityadmin',
    audit: 'own',
    summary: 'Approve or refuse, as the second security administrator, rights that wait',
    input: z.strictObject({ id: Id, approve: z.boolean() }),
    output: Done,
  }),
}

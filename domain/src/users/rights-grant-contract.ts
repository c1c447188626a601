import { z } from 'zod'
import { anyAdministrator } from '../access/rights.ts'
import { Id } from '../platform/page.ts'
import { Done, NoInput, route } from '../platform/route.ts'

/** Kinds of changes to an account that grant rights beyond the granter's own. */
export const grantActs = ['rights', 'visibility', 'contact', 'second factor', 'password', 'email', 'phone'] as const
export type GrantAct = (typeof grantActs)[number]

/** Days for which a grant waits for a second security administrator. */
export const grantDays = 7

export const grantStates = ['waiting', 'expired', 'notified', 'approved', 'refused', 'withdrawn'] as const
export type GrantState = (typeof grantStates)[number]

/** Rights granted beyond the granter's own, or waiting for a second security administrator. */
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

/** Answer of a change that may need a second approval. */
export const DoneOrWaiting = Done.extend({ waiting: z.literal(true).optional() })
export type DoneOrWaiting = z.infer<typeof DoneOrWaiting>

export const rightsGrants = {
  list: route({
    method: 'GET',
    path: '/api/RightsGrant',
    allow: anyAdministrator,
    audit: { reads: 'user', by: 'userId' },
    summary: "Rights granted beyond the granter's own, waiting ones first; the newest 200",
    input: NoInput,
    output: z.array(RightsGrant),
  }),
  decide: route({
    method: 'PUT',
    path: '/api/RightsGrant/{id}/decision',
    allow: 'securityadmin',
    audit: 'own',
    summary: 'Approve or refuse waiting rights as the second security administrator',
    input: z.strictObject({ id: Id, approve: z.boolean() }),
    output: Done,
  }),
  withdraw: route({
    method: 'PUT',
    path: '/api/RightsGrant/{id}/withdrawal',
    allow: 'securityadmin',
    audit: 'own',
    summary: "Withdraw one's own request for rights that still waits",
    input: z.strictObject({ id: Id }),
    output: Done,
  }),
}

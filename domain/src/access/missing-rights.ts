import { mayPass } from './claim-expression.ts'
import { anyAdministrator } from './rights.ts'

/** What a user lacks who cannot do anything yet. */
export const missingRightsKinds = ['role', 'agent', 'claims'] as const
export type MissingRights = (typeof missingRightsKinds)[number]

/**
 * What keeps a user from any work: no role, no role that opens the portal, or an agent without a claim. Null for users who can
 * work, and for consumers and customers, who have their own pages.
 */
export function missingRights(rights: { roles: readonly string[]; claims: readonly string[] }): MissingRights | null {
  if (rights.roles.length === 0) return 'role'
  if (mayPass('consumer|customer', rights)) return null
  if (!mayPass('agent', rights)) return 'agent'
  return rights.claims.length > 0 || mayPass(anyAdministrator, rights) ? null : 'claims'
}

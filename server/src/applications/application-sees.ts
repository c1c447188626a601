import { mayPass } from '@coverdesk/domain/access/claim-expression.ts'
import { mayRunApplications } from '@coverdesk/domain/applications/application-contract.ts'
import { type RawBuilder, sql } from 'kysely'
import type { SignedIn } from '../platform/auth/session.ts'
import type { Visibility } from '../platform/auth/visibility.ts'

/**
 * Whose internal applications somebody sees: those that visibility opens, and the own ones, also of a user who is no
 * agent (ACCESS-14 asks for no role). The owner is an agent's id, or minus a user's (`owner` in the table).
 */
export function seesApplications(user: SignedIn): Visibility {
  const visibility = user.visibility('Application')
  if (visibility.all) return visibility
  return { all: false, agentIds: [...new Set([...visibility.agentIds, ...ownersOf(user)])].sort((a, b) => a - b) }
}

const ownersOf = ({ id, ownAgentId }: SignedIn) => (ownAgentId === null ? [-id] : [ownAgentId, -id])

/** The condition that keeps a person to the applications `i` they see; the same rule as the list's (P-30). */
export function seenApplications(visibility: Visibility): RawBuilder<unknown> {
  return visibility.all ? sql`true` : sql`i.owner = any(${visibility.agentIds}::bigint[])`
}

/** Own applications are changed by whoever reads them; those of others need admin.Application. */
export function mayChange(user: SignedIn, { owner }: { owner: number | null }): boolean {
  return (owner !== null && ownersOf(user).includes(owner)) || mayPass(mayRunApplications, user)
}

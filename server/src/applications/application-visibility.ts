import { mayPass } from '@coverdesk/domain/access/claim-expression.ts'
import { mayRunApplications } from '@coverdesk/domain/applications/application-contract.ts'
import { type RawBuilder, sql } from 'kysely'
import { ownersOf, seesOwnToo } from '../platform/auth/owned-records.ts'
import type { SignedIn } from '../platform/auth/session.ts'
import type { Visibility } from '../platform/auth/visibility.ts'

/**
 * Internal applications that the user can see: those opened by visibility and the user's own, even if the user is not an agent
 * (ACCESS-14 requires no role). The owner is an agent's id, or the negated id of a user (`owner` in the table).
 */
export function applicationVisibility(user: SignedIn): Visibility {
  return seesOwnToo(user, 'Application')
}

/** Restricts applications `i` to those the user can see; the same rule as the list's (P-30). */
export function visibleApplications(visibility: Visibility): RawBuilder<unknown> {
  return visibility.all ? sql`true` : sql`i.owner = any(${visibility.agentIds}::bigint[])`
}

/** Users may change their own applications; those of others require admin.Application. */
export function mayChange(user: SignedIn, { owner }: { owner: number | null }): boolean {
  return (owner !== null && ownersOf(user).includes(owner)) || mayPass(mayRunApplications, user)
}

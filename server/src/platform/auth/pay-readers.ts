import { mayPass } from '@coverdesk/domain/access/claim-expression.ts'
import { actionRules } from '@coverdesk/domain/access/portal-rules.ts'
import type { SignedIn } from './session.ts'

/**
 * Whether a user sees what carriers paid the agency: those who see all statements, and those who load them. Others see the
 * pay of agents in its place, on every screen and in every file (decision 141).
 */
export function seesAgencyAmounts(user: SignedIn): boolean {
  return user.visibility('Statement').all || mayPass(actionRules.runStatements, user)
}

/** Agents whose pay a user sees; null for users who see the agency's amounts. */
export function payAgentsOf(user: SignedIn): readonly number[] | null {
  const statements = user.visibility('Statement')
  return statements.all || seesAgencyAmounts(user) ? null : statements.agentIds
}

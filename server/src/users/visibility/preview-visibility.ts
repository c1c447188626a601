import { mayPass } from '@coverdesk/domain/access/claim-expression.ts'
import { policies } from '@coverdesk/domain/policies/policy-contract.ts'
import type { users, VisibilityEffect } from '@coverdesk/domain/users/user-contract.ts'
import { seenRecords, type Visibility } from '../../platform/auth/visibility.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Handler } from '../../platform/http/http-call.ts'
import { countList } from '../../platform/lists/list-count.ts'
import { policyList } from '../../policies/policy-list.ts'
import { findUser, visibilityOf } from '../user-queries.ts'
import { uniqueRules } from './set-visibility.ts'

/**
 * Previews what a user would see with the given rules, with the rule and count of the policy list, beside the current
 * state: 'will see 412 policies of 3 agents'. Changes nothing.
 */
export const previewVisibility: Handler<typeof users.previewVisibility> = async (
  call,
  input,
): Promise<VisibilityEffect> => {
  const { db } = call
  const user = await findUser(db, call.services.config.org, input.id)
  const person = { ...user, ownAgentId: user.agentId }
  const preview = {
    ...person,
    roles: input.roles ?? user.roles,
    hasFullAgentAccess: input.hasFullAgentAccess ?? user.hasFullAgentAccess,
  }
  const now = seenRecords({ ...person, entries: (await visibilityOf(db, user.id)).map(asStored) }, 'Policy')
  const then = seenRecords({ ...preview, entries: (await uniqueRules(db, input.rules)).map(asStored) }, 'Policy')
  return {
    agents: then.all ? null : then.agentIds.length,
    policies: await policiesSeen(db, then),
    policiesNow: await policiesSeen(db, now),
    opensPolicies: mayPass(policies.list.allow, { roles: preview.roles, claims: input.claims ?? user.claims }),
  }
}

const asStored = (rule: { agentId: string; resourceId: string }) => ({
  agent_id: rule.agentId,
  resource_id: rule.resourceId,
})

const policiesSeen = (db: Db, visibility: Visibility): Promise<number> =>
  countList(db, policyList, { pageNumber: 1, pageSize: 10 }, visibility)

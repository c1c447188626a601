import { mayPass } from '@coverdesk/domain/access/claim-expression.ts'
import { policies } from '@coverdesk/domain/policies/policy-contract.ts'
import type { users, VisibilityEffect } from '@coverdesk/domain/users/user-contract.ts'
import { seenRecords, type Visibility } from '../platform/auth/visibility.ts'
import type { Db } from '../platform/db/database.ts'
import type { Handler } from '../platform/http/http-call.ts'
import { countList } from '../platform/lists/list.ts'
import { policyList } from '../policies/policy-list.ts'
import { knownRules } from './set-visibility.ts'
import { findUser, visibilityOf } from './user-queries.ts'

/**
 * What a user would see with given rules, by the very rule and count of the policy list, beside what it is now: 'will see
 * 412 policies of 3 agents'. Changes nothing.
 */
export const previewVisibility: Handler<typeof users.previewVisibility> = async (
  call,
  given,
): Promise<VisibilityEffect> => {
  const { db } = call
  const user = await findUser(db, call.services.config.org, given.id)
  const person = { ...user, ownAgentId: user.agentId }
  const wanted = {
    ...person,
    roles: given.roles ?? user.roles,
    hasFullAgentAccess: given.hasFullAgentAccess ?? user.hasFullAgentAccess,
  }
  const now = seenRecords({ ...person, entries: (await visibilityOf(db, user.id)).map(asStored) }, 'Policy')
  const then = seenRecords({ ...wanted, entries: (await knownRules(db, given.rules)).map(asStored) }, 'Policy')
  return {
    agents: then.all ? null : then.agentIds.length,
    policies: await policiesSeen(db, then),
    policiesNow: await policiesSeen(db, now),
    opensPolicies: mayPass(policies.list.allow, { roles: wanted.roles, claims: given.claims ?? user.claims }),
  }
}

const asStored = (rule: { agentId: string; resourceId: string }) => ({
  agent_id: rule.agentId,
  resource_id: rule.resourceId,
})

const policiesSeen = (db: Db, visibility: Visibility): Promise<number> =>
  countList(db, policyList, { pageNumber: 1, pageSize: 10 }, visibility)

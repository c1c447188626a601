import { mayPass } from '@coverdesk/domain/access/claim-expression.ts'
import type { SignedIn } from '../platform/session.ts'
import type { Sees } from '../platform/visibility.ts'

/** The right to see and look after everybody's offline applications. */
const manages = 'admin.OfflineApp'

/**
 * Whose offline applications somebody sees: the own ones, those of the agents that visibility entries name, and with
 * admin.OfflineApp all. Applications of users who are no agents are theirs by minus their id (`owner` in the table).
 */
export function seesOffline(user: SignedIn): Sees {
  const sees = user.sees('OfflineApp')
  if (sees.all || mayPass(manages, user)) return { all: true }
  const own = user.ownAgentId === null ? [-user.id] : [user.ownAgentId, -user.id]
  return { all: false, agentIds: [...new Set([...sees.agentIds, ...own])].sort((a, b) => a - b) }
}

/** Whether somebody may reveal, process and hold applications. */
export function managesOffline(user: SignedIn): boolean {
  return mayPass(`agent ${manages}`, user)
}

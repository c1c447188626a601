import { resources } from '@coverdesk/domain/access/rights.ts'
import type { agents } from '@coverdesk/domain/agents/agent-contract.ts'
import { maySell } from '@coverdesk/domain/agents/may-sell.ts'
import { fail } from '@coverdesk/domain/fail.ts'
import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import type { SignedIn } from '../platform/auth/session.ts'
import type { Handler } from '../platform/http/http-call.ts'
import { findAuthority } from './agent-queries.ts'

/** Whether an agent may sell something. Agents without records visible to the user are reported as missing. */
export const agentAuthority: Handler<typeof agents.authority> = async ({ db, user, now }, query) => {
  const agent = canSeeAgent(user, query.id) ? await findAuthority(db, query.id) : undefined
  if (!agent) return fail('agent.not_found')
  const carrier =
    query.carrierId === undefined
      ? undefined
      : ((await db
          .selectFrom('carriers')
          .select(['id', 'name'])
          .where('id', '=', query.carrierId)
          .executeTakeFirst()) ?? fail('carrier.not_found'))
  const state =
    query.stateId === undefined
      ? undefined
      : ((await db.selectFrom('states').select(['code', 'name']).where('id', '=', query.stateId).executeTakeFirst()) ??
        fail('record.not_found'))
  return maySell(agent, { carrier, state, date: query.date ?? todayIn(now) })
}

function canSeeAgent(user: SignedIn, agentId: number): boolean {
  return resources.some((resource) => {
    const visibility = user.visibility(resource)
    return visibility.all || visibility.agentIds.includes(agentId)
  })
}

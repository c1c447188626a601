import { resources } from '@coverdesk/domain/access/rights.ts'
import type { agents } from '@coverdesk/domain/agents/agent-contract.ts'
import { maySell } from '@coverdesk/domain/agents/may-sell.ts'
import { fail } from '@coverdesk/domain/failures.ts'
import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import type { SignedIn } from '../platform/auth/session.ts'
import type { Handler } from '../platform/http/http-call.ts'
import { findAuthority } from './agent-queries.ts'

/** Whether an agent may sell something; an agent whose records the person sees in no area answers as missing. */
export const agentAuthority: Handler<typeof agents.authority> = async ({ db, user, now }, asked) => {
  const agent = seesAgent(user, asked.id) ? await findAuthority(db, asked.id) : undefined
  if (!agent) return fail('agent.not_found')
  const carrier =
    asked.carrierId === undefined
      ? undefined
      : ((await db
          .selectFrom('carriers')
          .select(['id', 'name'])
          .where('id', '=', asked.carrierId)
          .executeTakeFirst()) ?? fail('carrier.not_found'))
  const state =
    asked.stateId === undefined
      ? undefined
      : ((await db.selectFrom('states').select(['code', 'name']).where('id', '=', asked.stateId).executeTakeFirst()) ??
        fail('record.not_found'))
  return maySell(agent, { carrier, state, date: asked.date ?? todayIn(now) })
}

function seesAgent(user: SignedIn, agentId: number): boolean {
  return resources.some((resource) => {
    const visibility = user.visibility(resource)
    return visibility.all || visibility.agentIds.includes(agentId)
  })
}

import { agents } from '@coverdesk/domain/agents/agent-contract.ts'
import { changesSince } from '../history/record-changes.ts'
import type { Bind } from '../platform/http/http-call.ts'
import { agentAuthority } from './agent-authority.ts'
import { findAgent } from './agent-queries.ts'
import { agentHoldings } from './leaving/agent-holdings.ts'
import { listAgents } from './list-agents.ts'
import { saveAgent } from './save-agent.ts'

export function agentRoutes(on: Bind): void {
  on(agents.list, listAgents)
  on(agents.one, ({ db }, { id }) => findAgent(db, id))
  on(agents.history, async ({ db }, { id }) => {
    await findAgent(db, id)
    return await changesSince(db, 'agent', id)
  })
  on(agents.save, saveAgent)
  on(agents.authority, agentAuthority)
  on(agents.holdings, agentHoldings)
}

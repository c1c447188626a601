import type { Feature } from '../feature.ts'
import { agentRoutes } from './agent-routes.ts'
import { searchAgents } from './search-agents.ts'

export const agentFeature: Feature = {
  routes: agentRoutes,
  search: [searchAgents],
}

import type { Feature } from '../feature.ts'
import { visibleRecords } from '../notes/noted-records.ts'
import { agentRoutes } from './agent-routes.ts'
import { searchAgents } from './search-agents.ts'

export const agentFeature: Feature = {
  routes: agentRoutes,
  search: [searchAgents],
  // Only administrators can access agents, and they can see all of them.
  noted: {
    agent: (db, _user, ids) => visibleRecords(db, ids, { table: 'agents', key: 'id', visibility: { all: true } }),
  },
}

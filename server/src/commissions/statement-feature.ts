import { sectionRules } from '@coverdesk/domain/access/portal-rules.ts'
import type { Feature } from '../feature.ts'
import { agentStatementList } from './agent-statement-list.ts'
import { assignLines } from './assign-lines.ts'
import { statementRoutes } from './statement-routes.ts'
import { trackList } from './track-list.ts'

export const statementFeature: Feature = {
  routes: statementRoutes,
  bulk: { 'line.agent': assignLines },
  areas: {
    Statement: { list: agentStatementList, allow: sectionRules.Commission.links.Statement },
    CommissionTracking: { list: trackList, allow: sectionRules.Commission.links.Tracking, byYear: true },
  },
}

import { sectionRules } from '@coverdesk/domain/access/portal-rules.ts'
import { statements } from '@coverdesk/domain/commissions/statement-contract.ts'
import type { Feature } from '../feature.ts'
import { bulkList } from '../platform/lists/bulk-list.ts'
import { agentStatementList } from './agent-statement-list.ts'
import { assignLines } from './assign-lines.ts'
import { statementLineList } from './statement-line-list.ts'
import { lineVisibility, statementRoutes } from './statement-routes.ts'
import { trackList } from './track-list.ts'

export const statementFeature: Feature = {
  routes: statementRoutes,
  bulk: { 'line.agent': assignLines },
  bulkLists: { line: bulkList(statements.lines.input, () => statementLineList, lineVisibility) },
  areas: {
    Statement: { list: agentStatementList, allow: sectionRules.Commission.links.Statement },
    CommissionTracking: { list: trackList, allow: sectionRules.Commission.links.Tracking, byYear: true },
  },
}

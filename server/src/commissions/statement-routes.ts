import { mayPass } from '@coverdesk/domain/access/claim-expression.ts'
import { actionRules, sectionRules } from '@coverdesk/domain/access/portal-rules.ts'
import { agentStatements, statements } from '@coverdesk/domain/commissions/statement-contract.ts'
import { tracking } from '@coverdesk/domain/commissions/tracking-contract.ts'
import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import type { SignedIn } from '../platform/auth/session.ts'
import { noRecords, type Visibility, visibleToEither } from '../platform/auth/visibility.ts'
import type { Brands } from '../platform/config/brands.ts'
import type { Bind } from '../platform/http/http-call.ts'
import { listPage } from '../platform/lists/list-page.ts'
import { agentStatementList } from './agent-statement-list.ts'
import { deleteStatements, findLoadedStatement } from './delete-statements.ts'
import { exportStatements } from './export-statements.ts'
import { statementLineList, statementTotals } from './statement-line-list.ts'
import { trackList } from './track-list.ts'

export function statementRoutes(on: Bind, { brands }: { brands: Brands }): void {
  on(statements.lines, async ({ db, user }, query) => {
    const visibility = lineVisibility(user)
    const found = await listPage(db, statementLineList, query, visibility)
    return found.with(await statementTotals(db, query, visibility))
  })
  on(statements.standing, findLoadedStatement)
  on(statements.remove, deleteStatements)
  on(agentStatements.list, (call, query) => {
    if (call.format) return exportStatements(call, call.format, query, brands)
    return listPage(call.db, agentStatementList, query, call.user.visibility('Statement'))
  })
  on(tracking.paymentSummaries, ({ db, user, now }, { year = Number(todayIn(now).slice(0, 4)), ...query }) =>
    listPage(db, trackList, { ...query, year }, user.visibility('CommissionTracking')),
  )
}

/** Lines are visible by the right to run statements or the right to track commissions, each with its own visibility. */
function lineVisibility(user: SignedIn): Visibility {
  return visibleToEither(
    mayPass(actionRules.runStatements, user) ? user.visibility('Statement') : noRecords,
    mayPass(sectionRules.Commission.links.Tracking, user) ? user.visibility('CommissionTracking') : noRecords,
  )
}

import { mayPass } from '@coverdesk/domain/access/claim-expression.ts'
import { actionRules, sectionRules } from '@coverdesk/domain/access/portal-rules.ts'
import { agentStatements, statements } from '@coverdesk/domain/commissions/statement-contract.ts'
import { tracking } from '@coverdesk/domain/commissions/tracking-contract.ts'
import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { seesAgencyAmounts } from '../platform/auth/pay-readers.ts'
import type { SignedIn } from '../platform/auth/session.ts'
import { noRecords, type Visibility, visibleToEither } from '../platform/auth/visibility.ts'
import { exportList } from '../platform/exports/list-export.ts'
import type { Bind } from '../platform/http/http-call.ts'
import { listPage } from '../platform/lists/list-page.ts'
import { agentStatementExport, agentStatementTotals, payStatementExport } from './agent-statement-list.ts'
import { deleteStatements, findLoadedStatement } from './delete-statements.ts'
import { payLineExport, statementLineExport, statementTotals } from './statement-line-list.ts'
import { payTrackList, trackList, trackTotals } from './track-list.ts'

export function statementRoutes(on: Bind): void {
  on(statements.lines, async (call, query) => {
    const { db, user } = call
    const visibility = lineVisibility(user)
    const exported = seesAgencyAmounts(user) ? statementLineExport : payLineExport
    if (call.format) return await exportList(call, call.format, exported, query, visibility)
    const found = await listPage(db, exported.list, query, visibility)
    return found.with(await statementTotals(db, exported.list, query, visibility))
  })
  on(statements.standing, findLoadedStatement)
  on(statements.remove, deleteStatements)
  on(agentStatements.list, async (call, query) => {
    const visibility = call.user.visibility('Statement')
    const exported = seesAgencyAmounts(call.user) ? agentStatementExport : payStatementExport
    if (call.format) {
      const { title } = exported
      const titled = { ...exported, title: query.month ? `${title} ${query.month.replace('/', '-')}` : title }
      return await exportList(call, call.format, titled, query, visibility)
    }
    const found = await listPage(call.db, exported.list, query, visibility)
    return found.with(await agentStatementTotals(call.db, exported.list, query, visibility))
  })
  on(tracking.paymentSummaries, async ({ db, user, now }, { year = Number(todayIn(now).slice(0, 4)), ...query }) => {
    const visibility = user.visibility('CommissionTracking')
    const list = seesAgencyAmounts(user) ? trackList : payTrackList
    const found = await listPage(db, list, { ...query, year }, visibility)
    return found.with(await trackTotals(db, list, { ...query, year }, visibility))
  })
}

/** Lines are visible by the right to run statements or the right to track commissions, each with its own visibility. */
export function lineVisibility(user: SignedIn): Visibility {
  return visibleToEither(
    mayPass(actionRules.runStatements, user) ? user.visibility('Statement') : noRecords,
    mayPass(sectionRules.Commission.links.Tracking, user) ? user.visibility('CommissionTracking') : noRecords,
  )
}

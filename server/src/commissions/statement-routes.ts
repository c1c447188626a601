import { mayPass } from '@coverdesk/domain/access/claim-expression.ts'
import { actionRules, sectionRules } from '@coverdesk/domain/access/portal-rules.ts'
import { agentStatements, statements } from '@coverdesk/domain/commissions/statement-contract.ts'
import { tracking } from '@coverdesk/domain/commissions/tracking-contract.ts'
import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import type { SignedIn } from '../platform/auth/session.ts'
import { noRecords, seesOnlyOwn, type Visibility, visibleToEither } from '../platform/auth/visibility.ts'
import { exportList } from '../platform/exports/list-export.ts'
import type { Bind } from '../platform/http/http-call.ts'
import { listPage } from '../platform/lists/list-page.ts'
import {
  agentStatementExport,
  agentStatementList,
  agentStatementTotals,
  ownStatementList,
} from './agent-statement-list.ts'
import { deleteStatements, findLoadedStatement } from './delete-statements.ts'
import { statementLineList, statementTotals } from './statement-line-list.ts'
import { trackList, trackTotals } from './track-list.ts'

export function statementRoutes(on: Bind): void {
  on(statements.lines, async ({ db, user }, query) => {
    const visibility = lineVisibility(user)
    const found = await listPage(db, statementLineList, query, visibility)
    return found.with(await statementTotals(db, query, visibility))
  })
  on(statements.standing, findLoadedStatement)
  on(statements.remove, deleteStatements)
  on(agentStatements.list, async (call, query) => {
    const visibility = call.user.visibility('Statement')
    if (call.format) {
      const { title } = agentStatementExport
      const titled = {
        ...agentStatementExport,
        title: query.month ? `${title} ${query.month.replace('/', '-')}` : title,
      }
      return await exportList(call, call.format, titled, query, visibility)
    }
    const list = seesOwnPayments(call.user) ? ownStatementList : agentStatementList
    const found = await listPage(call.db, list, query, visibility)
    return found.with(await agentStatementTotals(call.db, list, query, visibility))
  })
  on(tracking.paymentSummaries, async ({ db, user, now }, { year = Number(todayIn(now).slice(0, 4)), ...query }) => {
    const visibility = user.visibility('CommissionTracking')
    const found = await listPage(db, trackList, { ...query, year }, visibility)
    return found.with(await trackTotals(db, { ...query, year }, visibility))
  })
}

/** Agents who see only their own statements and payments see in a statement what they are paid. */
function seesOwnPayments(user: SignedIn): boolean {
  return (
    mayPass(sectionRules.Commission.links['Agent Payment'], user) &&
    seesOnlyOwn(user.visibility('Statement'), user.ownAgentId) &&
    seesOnlyOwn(user.visibility('AgentPayment'), user.ownAgentId)
  )
}

/** Lines are visible by the right to run statements or the right to track commissions, each with its own visibility. */
export function lineVisibility(user: SignedIn): Visibility {
  return visibleToEither(
    mayPass(actionRules.runStatements, user) ? user.visibility('Statement') : noRecords,
    mayPass(sectionRules.Commission.links.Tracking, user) ? user.visibility('CommissionTracking') : noRecords,
  )
}

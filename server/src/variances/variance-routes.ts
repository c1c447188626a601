import { expectedCashRows } from '@coverdesk/domain/variances/expected-cash-contract.ts'
import { expectedMonths } from '@coverdesk/domain/variances/expected-month-contract.ts'
import { variances } from '@coverdesk/domain/variances/variance-contract.ts'
import { changesSince } from '../history/record-changes.ts'
import { statusHistory } from '../history/status-history.ts'
import { listOrExport } from '../platform/exports/list-export.ts'
import type { Bind } from '../platform/http/http-call.ts'
import { confirmEqualLines, withdrawEqualLines } from './confirm-equal-lines.ts'
import { expectedMonthExport } from './expected-month-list.ts'
import { explainVariance } from './explain-variance.ts'
import { listExpectedCash } from './list-expected-cash.ts'
import { monthsOfPolicy } from './months-of-policy.ts'
import { setVarianceStatus } from './set-variance-status.ts'
import { summarizeVariances } from './summarize-variances.ts'
import { varianceExport } from './variance-list.ts'
import { findVariance } from './variance-queries.ts'

export function varianceRoutes(on: Bind): void {
  on(variances.list, (call, query) =>
    listOrExport(call, varianceExport(query), query, call.user.visibility('Statement')),
  )
  on(variances.summary, ({ db, user }, filters) => summarizeVariances(db, filters, user.visibility('Statement')))
  on(expectedMonths.list, (call, query) =>
    listOrExport(call, expectedMonthExport, query, call.user.visibility('Statement')),
  )
  on(expectedCashRows.list, listExpectedCash)
  on(variances.ofPolicy, monthsOfPolicy)
  on(variances.one, explainVariance)
  on(variances.setStatus, setVarianceStatus)
  on(variances.confirmEqualLines, confirmEqualLines)
  on(variances.withdrawEqualLines, withdrawEqualLines)
  on(variances.statuses, async ({ db, user }, { id }) => {
    await findVariance(db, user.visibility('Statement'), id)
    return await statusHistory(db, 'variance', id)
  })
  on(variances.history, async ({ db, user }, { id }) => {
    await findVariance(db, user.visibility('Statement'), id)
    return await changesSince(db, 'variance', id)
  })
}

import { writeDate } from '@coverdesk/domain/fields/calendar-date.ts'
import { statementChecks } from '@coverdesk/domain/statement-checks/statement-check-contract.ts'
import type { Bind } from '../platform/http/http-call.ts'
import { confirmStatement, withdrawStatement } from './confirm-statement.ts'
import { findStatementCheck } from './find-statement-check.ts'
import { putRefusedBack, setRefusedAside } from './set-refused-aside.ts'

export function statementCheckRoutes(on: Bind): void {
  on(statementChecks.one, ({ db }, { carrierId, month, year }) =>
    findStatementCheck(db, { carrierId, month: writeDate(year, month, 1) }),
  )
  on(statementChecks.confirm, confirmStatement)
  on(statementChecks.withdraw, withdrawStatement)
  on(statementChecks.setAside, setRefusedAside)
  on(statementChecks.putBack, putRefusedBack)
}

import { writeDate } from '@coverdesk/domain/fields/calendar-date.ts'
import { firstOfMonth } from '@coverdesk/domain/fields/month-text.ts'
import { statementChecks } from '@coverdesk/domain/statement-checks/statement-check-contract.ts'
import { countLines } from '../exceptions/count-lines.ts'
import type { Bind } from '../platform/http/http-call.ts'
import { confirmStatement, withdrawStatement } from './confirm-statement.ts'
import { countLinesOfFile } from './count-lines-of-file.ts'
import { findStatementCheck } from './find-statement-check.ts'
import { putRefusedBack, setRefusedAside } from './set-refused-aside.ts'

export function statementCheckRoutes(on: Bind): void {
  on(statementChecks.one, ({ db }, { carrierId, month, year }) =>
    findStatementCheck(db, { carrierId, month: writeDate(year, month, 1) }),
  )
  on(statementChecks.lines, ({ db }, { carrierId, monthFrom, monthTo }) =>
    countLines(db, {
      carrierId: carrierId ?? null,
      from: monthFrom ? firstOfMonth(monthFrom) : null,
      to: monthTo ? firstOfMonth(monthTo) : null,
    }),
  )
  on(statementChecks.ofFile, ({ db }, { batchId }) => countLinesOfFile(db, batchId))
  on(statementChecks.confirm, confirmStatement)
  on(statementChecks.withdraw, withdrawStatement)
  on(statementChecks.setAside, setRefusedAside)
  on(statementChecks.putBack, putRefusedBack)
}

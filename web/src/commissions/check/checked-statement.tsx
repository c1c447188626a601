import type { StatementPeriod } from '@coverdesk/domain/commissions/statement-contract.ts'
import { payRuns } from '@coverdesk/domain/pay-runs/pay-run-contract.ts'
import { type StatementCheck, statementChecks } from '@coverdesk/domain/statement-checks/statement-check-contract.ts'
import { variances } from '@coverdesk/domain/variances/variance-contract.ts'
import { useSend } from '../../platform/api/query.ts'
import { ConfirmByPerson } from '../../statement-checks/confirm-by-person.tsx'
import { LinesRead } from '../../statement-checks/lines-read.tsx'
import { showCount } from '../../ui/basics/cell-value.tsx'
import { MoneyCell } from '../../ui/basics/money-cell.tsx'
import { RefusedStatementRows } from './refused-statement-rows.tsx'
import css from './statement-checks.module.css'

const refreshes = [statementChecks.one, variances.list, variances.summary, variances.ofPolicy, payRuns.one]

/** The lines of a statement, and who says that it is whole. */
export function CheckedStatement({ period, check }: { period: StatementPeriod; check: StatementCheck }) {
  const confirm = useSend(statementChecks.confirm, { refreshes })
  const withdraw = useSend(statementChecks.withdraw, { refreshes })
  const { confirmation } = check
  return (
    <div className={css.check}>
      <p>
        <LinesRead counts={check} />, <MoneyCell amount={check.amount} dollars />.
      </p>
      <p>
        {check.hasCome
          ? 'It has come. A month that it should pay and does not pay is missing.'
          : 'It has not come yet: it has too few lines, and no later statement came. What it should pay is not due yet.'}
      </p>
      {check.refused > 0 ? <RefusedStatementRows period={period} check={check} /> : null}
      <ConfirmByPerson
        confirmation={confirmation}
        verb="Confirm as whole"
        question="Nothing else of this statement will come. What it should pay and does not is then missing, and its pay run can be closed. Closed pay runs stay as they are."
        said="confirmed that this statement is whole"
        more={
          confirmation && !confirmation.holds
            ? `It had ${lineCount(confirmation.lines)} then and has fewer now, so this does not count until they are loaded again.`
            : undefined
        }
        onConfirm={(reason) => confirm.mutateAsync({ ...period, reason })}
        onWithdraw={() => withdraw.mutateAsync(period)}
      />
    </div>
  )
}

const lineCount = (lines: number) => `${showCount(lines)} ${lines === 1 ? 'line' : 'lines'}`

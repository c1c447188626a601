import type { StatementTotals } from '@coverdesk/domain/commissions/statement-contract.ts'
import { showCount } from '../ui/basics/cell-value.tsx'
import { MoneyCell } from '../ui/basics/money-cell.tsx'
import css from './commissions.module.css'

/** Records, members and amount of the filtered lines (STMT-14). */
export function StatementSummary({ records, totals }: { records: number; totals: StatementTotals }) {
  return (
    <section className={css.summary} aria-label="Summary">
      <dl>
        <div>
          <dt>Records</dt>
          <dd className="figures">{showCount(records)}</dd>
        </div>
        <div>
          <dt>Members</dt>
          <dd className="figures">{showCount(totals.amountMembers)}</dd>
        </div>
        <div>
          <dt>Total</dt>
          <dd>
            <MoneyCell amount={totals.commissionAmount} dollars />
          </dd>
        </div>
      </dl>
    </section>
  )
}

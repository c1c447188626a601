import type { ReceivedParts, StatementTotals } from '@coverdesk/domain/commissions/statement-contract.ts'
import { showMoney, sumOfAmounts } from '@coverdesk/domain/fields/amount.ts'
import { mayRunPay } from '@coverdesk/domain/pay-runs/pay-run-contract.ts'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useHasAccess } from '../access/current-user.ts'
import { paths } from '../platform/address/paths.ts'
import { showCount } from '../ui/basics/cell-value.tsx'
import { MoneyCell } from '../ui/basics/money-cell.tsx'
import css from './commissions.module.css'

/** Records, members and amount of the filtered lines (STMT-14), and what adds up to the amount. */
export function StatementSummary({ records, totals }: { records: number; totals: StatementTotals }) {
  const { amountMembers, commissionAmount, parts } = totals
  return (
    <section className={css.summary} aria-label="Summary">
      <dl>
        <Figure term="Records">{showCount(records)}</Figure>
        <Figure term="Members">{showCount(amountMembers)}</Figure>
        <Figure term="Total">
          <MoneyCell amount={commissionAmount} dollars />
        </Figure>
      </dl>
      {parts ? (
        <div>
          <span aria-hidden>=</span>
          <dl aria-label="What adds up to it">
            <Figure term="Agents’ pay">
              <MoneyCell amount={parts.pay} dollars />
            </Figure>
            <Figure term="Agency">
              <MoneyCell amount={parts.agency} dollars />
            </Figure>
            <Figure term="Without an agent">
              <MoneyCell amount={parts.noAgent} dollars />
            </Figure>
          </dl>
        </div>
      ) : null}
      {parts ? <Elsewhere parts={parts} /> : null}
    </section>
  )
}

function Figure({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd className="figures">{children}</dd>
    </div>
  )
}

/** Why Statement and pay runs have other amounts for the same lines. */
function Elsewhere({ parts: { pay, agency, noRate, noAgent } }: { parts: ReceivedParts }) {
  const seesRuns = useHasAccess(mayRunPay)
  const without = noAgent === '0.00' ? '' : ', without the lines that have no agent'
  const unrated =
    noRate === 1
      ? '1 line has no contract or rate and is'
      : `${showCount(noRate)} lines have no contract or rate and are`
  return (
    <p className={css.words}>
      Statement shows the office {showMoney(sumOfAmounts([pay, agency]))}
      {without}. It shows agents their pay, {showMoney(pay)}: the amounts of closed pay runs, and for other lines what
      contracts, splits and rates give.{noRate > 0 ? ` ${unrated} in the agency’s part.` : ''}{' '}
      {seesRuns ? <Link to={paths.payRuns}>Pay runs</Link> : 'Pay runs'} add overrides, adjustments and advances and
      leave out what is held, so payments can differ.
    </p>
  )
}

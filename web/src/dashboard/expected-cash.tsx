import type { ExpectedCash as Cash } from '@coverdesk/domain/dashboard/dashboard-contract.ts'
import { sumOfAmounts } from '@coverdesk/domain/fields/amount.ts'
import { Link } from '@tanstack/react-router'
import { ChartRegion } from '../charts/chart-region.tsx'
import { MoneyCell } from '../ui/basics/money-cell.tsx'
import css from './dashboard.module.css'
import { inForceAddress, type Selection, schedulesAddress } from './dashboard-addresses.ts'
import sales from './my-sales.module.css'

/** What the statements of the next three months should bring, by carrier; each row opens the policies in force. */
export function ExpectedCash({ selection, cash }: { selection: Selection; cash: Cash }) {
  const { months, carriers } = cash
  const totals = months.map((_, place) => sumOfAmounts(carriers.map(({ amounts }) => amounts[place] ?? null)))
  return (
    <ChartRegion
      title="Expected cash"
      note={
        <>
          <span>Next statements, by the policies in force</span>
          {carriers.some(({ unrated }) => unrated.some((policies) => policies > 0)) ? (
            <Link to={schedulesAddress()} className={css.open}>
              Some months have no schedule
            </Link>
          ) : null}
        </>
      }
    >
      {carriers.length === 0 ? (
        <p className={css.none}>Nothing is expected: no carrier with a schedule has policies in force.</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable if many carriers do not fit
        <section className={sales.scroller} aria-label="Expected cash, table" tabIndex={0}>
          <table className={sales.table}>
            <thead>
              <tr>
                <th scope="col">Carrier</th>
                {months.map((month) => (
                  <th key={month} scope="col">
                    {showMonthName(month)}
                  </th>
                ))}
                <th scope="col">Total</th>
              </tr>
            </thead>
            <tbody className="figures">
              {carriers.map(({ carrierId, carrierName, amounts, unrated }) => (
                <tr key={carrierId}>
                  <th scope="row">{carrierName}</th>
                  <Cells
                    months={months}
                    amounts={amounts}
                    to={inForceAddress(selection, carrierId)}
                    schedules={unrated.map((policies) => (policies > 0 ? schedulesAddress(carrierId) : null))}
                  />
                </tr>
              ))}
            </tbody>
            <tfoot className="figures">
              <tr>
                <th scope="row">Total</th>
                <Cells months={months} amounts={totals} to={inForceAddress(selection)} />
              </tr>
            </tfoot>
          </table>
        </section>
      )}
    </ChartRegion>
  )
}

interface CellsProps {
  months: readonly string[]
  amounts: readonly string[]
  to: string
  /** Addresses of the schedules that do not rate a month. */
  schedules?: readonly (string | null)[]
}

function Cells({ months, amounts, to, schedules = [] }: CellsProps) {
  return (
    <>
      {[...months, 'total'].map((month, place) => (
        <td key={month}>
          <Sum amount={amounts[place] ?? sumOfAmounts(amounts)} to={to} schedule={schedules[place] ?? null} />
        </td>
      ))}
    </>
  )
}

function Sum({ amount, to, schedule }: { amount: string; to: string; schedule: string | null }) {
  if (amount === '0.00' && schedule === null) return '–'
  return (
    <Link to={amount === '0.00' ? (schedule ?? to) : to} className={css.open}>
      {amount === '0.00' ? 'No schedule' : <MoneyCell amount={amount} />}
    </Link>
  )
}

/** '2026-12-01' → 'Dec 2026'. */
const showMonthName = (month: string) =>
  new Date(`${month}T00:00:00Z`).toLocaleDateString('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' })

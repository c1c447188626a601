import type { ExpectedCash as Cash } from '@coverdesk/domain/dashboard/dashboard-contract.ts'
import { sumOfAmounts } from '@coverdesk/domain/fields/amount.ts'
import { Link } from '@tanstack/react-router'
import { ChartRegion } from '../charts/chart-region.tsx'
import { CarrierSums, type SumCell } from './carrier-sums.tsx'
import css from './dashboard.module.css'
import { inForceAddress, type Selection, schedulesAddress } from './dashboard-addresses.ts'

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
        <CarrierSums
          label="Expected cash, table"
          columns={months.map(showMonthName)}
          carriers={carriers.map((carrier) => ({
            ...carrier,
            cells: cellsOf(carrier.amounts, inForceAddress(selection, carrier.carrierId)).map((cell, place) => ({
              ...cell,
              instead: carrier.unrated[place] ? noScheduleOf(carrier.carrierId) : undefined,
            })),
          }))}
          totals={cellsOf(totals, inForceAddress(selection))}
        />
      )}
    </ChartRegion>
  )
}

const cellsOf = (amounts: readonly string[], to: string): SumCell[] =>
  [...amounts, sumOfAmounts(amounts)].map((amount) => ({ amount, to }))

const noScheduleOf = (carrierId: number) => ({ words: 'No schedule', to: schedulesAddress(carrierId) })

/** '2026-12-01' → 'Dec 2026'. */
const showMonthName = (month: string) =>
  new Date(`${month}T00:00:00Z`).toLocaleDateString('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' })

import type { ExpectedCash as Cash } from '@coverdesk/domain/dashboard/dashboard-contract.ts'
import { sumOfAmounts } from '@coverdesk/domain/fields/amount.ts'
import { Link } from '@tanstack/react-router'
import { ChartRegion } from '../charts/chart-region.tsx'
import { paths, withQuery } from '../platform/address/paths.ts'
import { CarrierSums, type SumCell } from './carrier-sums.tsx'
import css from './dashboard.module.css'
import { inForceAddress, type Selection, schedulesAddress } from './dashboard-addresses.ts'

/**
 * What statements that did not come yet should bring, by carrier: overdue ones, those of this month and of the next three. Each figure
 * opens the policies in force; the month of an overdue one opens the carrier's statements.
 */
export function ExpectedCash({ selection, cash }: { selection: Selection; cash: Cash }) {
  const { months, carriers } = cash
  const totals = months.map((_, place) => sumOfAmounts(carriers.map(({ amounts }) => amounts[place] ?? null)))
  const overdue = sumOfAmounts(carriers.map((carrier) => carrier.overdue))
  return (
    <ChartRegion
      title="Expected cash"
      wide
      note={
        <>
          <span>Statements that did not come yet, by the policies in force</span>
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
          columns={['Overdue', ...months.map(showMonthName)]}
          carriers={carriers.map((carrier) => ({
            ...carrier,
            cells: cellsOf([carrier.overdue, ...carrier.amounts], inForceAddress(selection, carrier.carrierId)).map(
              (cell, place) => ({
                ...cell,
                below: place === 0 ? overdueSince(carrier) : undefined,
                instead: place > 0 && carrier.unrated[place - 1] ? noScheduleOf(carrier.carrierId) : undefined,
              }),
            ),
          }))}
          totals={cellsOf([overdue, ...totals], inForceAddress(selection))}
        />
      )}
    </ChartRegion>
  )
}

/** Oldest statement that did not come: opens those that came, where the missing one is loaded. */
const overdueSince = ({ carrierId, overdueSince: since }: Cash['carriers'][number]) =>
  since === null
    ? undefined
    : {
        words: `Since ${since.slice(5, 7)}/${since.slice(0, 4)}`,
        to: withQuery(paths.upload, { carrier: carrierId, kind: 'commissions' }),
      }

const cellsOf = (amounts: readonly string[], to: string): SumCell[] =>
  [...amounts, sumOfAmounts(amounts)].map((amount) => ({ amount, to }))

const noScheduleOf = (carrierId: number) => ({ words: 'No schedule', to: schedulesAddress(carrierId) })

/** '2026-12-01' → 'Dec 2026'. */
const showMonthName = (month: string) =>
  new Date(`${month}T00:00:00Z`).toLocaleDateString('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' })

import type { ExpectedCash as Cash } from '@coverdesk/domain/dashboard/dashboard-contract.ts'
import { sumOfAmounts } from '@coverdesk/domain/fields/amount.ts'
import { plusDays } from '@coverdesk/domain/fields/day-count.ts'
import { showMonth } from '@coverdesk/domain/fields/month-text.ts'
import { Link } from '@tanstack/react-router'
import { ChartRegion } from '../charts/chart-region.tsx'
import { paths, withQuery } from '../platform/address/paths.ts'
import { CarrierSums, type SumCell } from './carrier-sums.tsx'
import css from './dashboard.module.css'
import { cashAddress, type Selection, schedulesAddress } from './dashboard-addresses.ts'

/**
 * What statements that did not come yet should bring, by carrier: overdue ones, those of this month and of the next three. Each figure
 * opens the policies that it adds up; the month of an overdue one opens the carrier's statements.
 */
export function ExpectedCash({ selection, cash }: { selection: Selection; cash: Cash }) {
  const { months, carriers } = cash
  const totals = months.map((_, place) => sumOfAmounts(carriers.map(({ amounts }) => amounts[place] ?? null)))
  const overdue = sumOfAmounts(carriers.map((carrier) => carrier.overdue))
  const cellsOf = (amounts: readonly string[], carrierId?: number): SumCell[] =>
    [...amounts, sumOfAmounts(amounts)].map((amount, place) => ({
      amount,
      to: cashAddress(selection, { carrierId, ...statementsOf(place, months) }),
    }))
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
            cells: cellsOf([carrier.overdue, ...carrier.amounts], carrier.carrierId).map((cell, place) => ({
              ...cell,
              below: place === 0 ? overdueSince(carrier) : undefined,
              instead: place > 0 && carrier.unrated[place - 1] ? noScheduleOf(carrier.carrierId) : undefined,
            })),
          }))}
          totals={cellsOf([overdue, ...totals])}
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
        words: `Since ${showMonth(since)}`,
        to: withQuery(paths.upload, { carrier: carrierId, kind: 'commissions' }),
      }

/** Statements of a column: the overdue ones, those of a month, or all. */
function statementsOf(
  place: number,
  months: readonly string[],
): { from?: string | undefined; to?: string | undefined } {
  const [present] = months
  if (place === 0) return { to: present && plusDays(present, -1) }
  const month = months[place - 1]
  return month ? { from: month, to: month } : { to: months.at(-1) }
}

const noScheduleOf = (carrierId: number) => ({ words: 'No schedule', to: schedulesAddress(carrierId) })

/** '2026-12-01' → 'Dec 2026'. */
const showMonthName = (month: string) =>
  new Date(`${month}T00:00:00Z`).toLocaleDateString('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' })

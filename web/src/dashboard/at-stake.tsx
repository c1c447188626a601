import type { AtStake as Stakes } from '@coverdesk/domain/dashboard/dashboard-contract.ts'
import { stakeAges } from '@coverdesk/domain/dashboard/stake-ages.ts'
import { showMoney, sumOfAmounts } from '@coverdesk/domain/fields/amount.ts'
import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { Link } from '@tanstack/react-router'
import { ChartRegion } from '../charts/chart-region.tsx'
import { CarrierSums, type SumCell } from './carrier-sums.tsx'
import css from './dashboard.module.css'
import { recoveredAddress, type Selection, stakeAddress } from './dashboard-addresses.ts'

/** What carriers owe for open variances, by carrier and age; each figure opens its variances. */
export function AtStake({ selection, stakes }: { selection: Selection; stakes: Stakes }) {
  const ages = stakeAges(todayIn(new Date()))
  const { carriers, recovered } = stakes
  const cellsOf = (amounts: readonly string[], carrierId?: number): SumCell[] => {
    const of = carrierId === undefined ? {} : { carrierId }
    return [
      ...ages.map((age, place) => ({ amount: amounts[place] ?? '0.00', to: stakeAddress(selection, { ...of, age }) })),
      { amount: sumOfAmounts(amounts), to: stakeAddress(selection, of) },
    ]
  }
  const totals = ages.map((_, place) => sumOfAmounts(carriers.map((carrier) => carrier.ages[place] ?? null)))
  return (
    <ChartRegion
      title="Owed by carriers"
      note={
        <>
          <span>Open variances by age</span>
          <Link to={recoveredAddress(selection)} className={css.open}>
            {showMoney(recovered)} recovered to date
          </Link>
        </>
      }
    >
      <CarrierSums
        label="Owed by carriers, table"
        columns={ages.map(({ name }) => name)}
        carriers={carriers.map((carrier) => ({ ...carrier, cells: cellsOf(carrier.ages, carrier.carrierId) }))}
        totals={cellsOf(totals)}
      />
    </ChartRegion>
  )
}

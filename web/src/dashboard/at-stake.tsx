import type { AtStake as Stakes } from '@coverdesk/domain/dashboard/dashboard-contract.ts'
import { type StakeAge, stakeAges } from '@coverdesk/domain/dashboard/stake-ages.ts'
import { showMoney, sumOfAmounts } from '@coverdesk/domain/fields/amount.ts'
import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { Link } from '@tanstack/react-router'
import { ChartRegion } from '../charts/chart-region.tsx'
import { MoneyCell } from '../ui/basics/money-cell.tsx'
import css from './dashboard.module.css'
import { recoveredAddress, type Selection, stakeAddress } from './dashboard-addresses.ts'
import sales from './my-sales.module.css'

/** What carriers owe for open variances, by carrier and age; each figure opens its variances. */
export function AtStake({ selection, stakes }: { selection: Selection; stakes: Stakes }) {
  const ages = stakeAges(todayIn(new Date()))
  const { carriers, recovered } = stakes
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
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable if many carriers do not fit */}
      <section className={sales.scroller} aria-label="Owed by carriers, table" tabIndex={0}>
        <table className={sales.table}>
          <thead>
            <tr>
              <th scope="col">Carrier</th>
              {ages.map(({ name }) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
              <th scope="col">Total</th>
            </tr>
          </thead>
          <tbody className="figures">
            {carriers.map(({ carrierId, carrierName, ages: amounts }) => (
              <tr key={carrierId}>
                <th scope="row">{carrierName}</th>
                <Cells selection={selection} carrierId={carrierId} amounts={amounts} ages={ages} />
              </tr>
            ))}
          </tbody>
          <tfoot className="figures">
            <tr>
              <th scope="row">Total</th>
              <Cells
                selection={selection}
                amounts={ages.map((_, age) =>
                  sumOfAmounts(carriers.map(({ ages: amounts }) => amounts[age] ?? '0.00')),
                )}
                ages={ages}
              />
            </tr>
          </tfoot>
        </table>
      </section>
    </ChartRegion>
  )
}

interface CellsProps {
  selection: Selection
  carrierId?: number
  amounts: readonly string[]
  ages: readonly StakeAge[]
}

function Cells({ selection, carrierId, amounts, ages }: CellsProps) {
  const of = carrierId === undefined ? {} : { carrierId }
  return (
    <>
      {ages.map((age, place) => (
        <td key={age.name}>
          <Sum amount={amounts[place] ?? '0.00'} to={stakeAddress(selection, { ...of, age })} />
        </td>
      ))}
      <td>
        <Sum amount={sumOfAmounts(amounts)} to={stakeAddress(selection, of)} />
      </td>
    </>
  )
}

function Sum({ amount, to }: { amount: string; to: string }) {
  if (amount === '0.00') return '–'
  return (
    <Link to={to} className={css.open}>
      <MoneyCell amount={amount} />
    </Link>
  )
}

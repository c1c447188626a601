import type { ReceivedMonth } from '@coverdesk/domain/dashboard/dashboard-contract.ts'
import { receivedFigures } from '@coverdesk/domain/dashboard/received-figures.ts'
import { changeInPercent } from '@coverdesk/domain/dashboard/sales-figures.ts'
import { amountOf, cents, showMoney } from '@coverdesk/domain/fields/amount.ts'
import { longMonthNames } from '@coverdesk/domain/fields/calendar-date.ts'
import { Link, useNavigate } from '@tanstack/react-router'
import { useSeesPay } from '../access/current-user.ts'
import { ChartRegion } from '../charts/chart-region.tsx'
import { MonthChart } from '../charts/month-chart.tsx'
import { MonthTable } from '../charts/month-table.tsx'
import { restColor } from '../charts/series.ts'
import { MoneyCell } from '../ui/basics/money-cell.tsx'
import { ChangePill } from './change-pill.tsx'
import { ChartKey } from './chart-key.tsx'
import css from './dashboard.module.css'
import { moneyAddress, type Selection } from './dashboard-addresses.ts'
import sales from './my-sales.module.css'

const showCents = (value: number) => showMoney(amountOf(Math.round(value)))
/** Axis values are whole dollars. */
const showDollars = (value: number) => showCents(value).replace(/\.00$/, '')

/** Commission received, or the pay of agents for it, by month and by carrier, the year to date against the same months of the year before. */
export function Received({ selection, rows }: { selection: Selection; rows: readonly ReceivedMonth[] }) {
  const { year } = selection
  const word = useSeesPay() ? 'Pay' : 'Received'
  const received = receivedFigures(rows, year)
  const { months, monthsBefore, lastMonth, toDate, before, carriers } = received
  const navigate = useNavigate()
  const series = [
    { key: 'before', name: String(year - 1), color: restColor, values: monthsBefore },
    { key: 'present', name: String(year), color: 'var(--c1)', values: months },
  ]
  const through = lastMonth === 0 ? 'No statements yet' : `through ${longMonthNames[lastMonth - 1]}`
  const open = (key: string, month: number) =>
    moneyAddress({ ...selection, year: key === 'before' ? year - 1 : year }, { month })
  const sumAddress = (of: number, carrierId?: number) =>
    moneyAddress(
      { ...selection, year: of },
      { months: Math.max(lastMonth, 1), ...(carrierId === undefined ? {} : { carrierId }) },
    )
  return (
    <>
      <ChartRegion
        title={`${word} by month`}
        note={
          <>
            <ChangePill change={changeInPercent(cents(toDate) ?? 0, cents(before) ?? 0)} />
            <span className="figures">
              <Sum amount={toDate} to={sumAddress(year)} dollars /> against{' '}
              <Sum amount={before} to={sumAddress(year - 1)} dollars /> {through}
            </span>
          </>
        }
        legend={series.toReversed().map(({ key, name, color }) => <ChartKey key={key} color={color} name={name} />)}
        table={<MonthTable label={word} series={series.toReversed()} show={showCents} address={open} />}
      >
        <MonthChart
          label={`${word} by month: commission of ${year} and ${year - 1}`}
          kind="bars"
          series={series}
          show={showDollars}
          onOpen={(month) => void navigate({ to: open('present', month) })}
        />
      </ChartRegion>
      <ChartRegion title={`${word} by carrier`} note={`${year} to date, ${through}`}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable if many carriers do not fit */}
        <section className={sales.scroller} aria-label={`${word} by carrier, table`} tabIndex={0}>
          <table className={sales.table}>
            <thead>
              <tr>
                <th scope="col">Carrier</th>
                <th scope="col">{year}</th>
                <th scope="col">{year - 1}</th>
                <th scope="col">Change</th>
              </tr>
            </thead>
            <tbody className="figures">
              {carriers.map(({ id, name, toDate: now, before: then }) => (
                <tr key={id}>
                  <th scope="row">{name}</th>
                  <td>
                    <Sum amount={now} to={sumAddress(year, id)} />
                  </td>
                  <td>
                    <Sum amount={then} to={sumAddress(year - 1, id)} />
                  </td>
                  <td>{changeInWords(changeInPercent(cents(now) ?? 0, cents(then) ?? 0))}</td>
                </tr>
              ))}
            </tbody>
            <tfoot className="figures">
              <tr>
                <th scope="row">Total</th>
                <td>
                  <Sum amount={toDate} to={sumAddress(year)} />
                </td>
                <td>
                  <Sum amount={before} to={sumAddress(year - 1)} />
                </td>
                <td>{changeInWords(changeInPercent(cents(toDate) ?? 0, cents(before) ?? 0))}</td>
              </tr>
            </tfoot>
          </table>
        </section>
      </ChartRegion>
    </>
  )
}

/** An amount that opens the statements it sums up. */
function Sum({ amount, to, dollars = false }: { amount: string; to: string; dollars?: boolean }) {
  return (
    <Link to={to} className={css.open}>
      <MoneyCell amount={amount} dollars={dollars} />
    </Link>
  )
}

function changeInWords(change: number | null): string {
  if (change === null) return '-'
  return `${change > 0 ? '+' : ''}${change.toFixed(1)}%`
}

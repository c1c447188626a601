import type { TrackLedger } from '@coverdesk/domain/commissions/tracking-contract.ts'
import { monthNames } from '@coverdesk/domain/fields/calendar-date.ts'
import { Link } from '@tanstack/react-router'
import { paths } from '../platform/address/paths.ts'
import { MoneyCell, NotRated } from '../ui/basics/money-cell.tsx'
import css from './year-of-track.module.css'

interface Props {
  ledger: TrackLedger
  /** Filters of the policy's variances; null for users who may not read them. */
  variances: Record<string, string | number> | null
}

/** What was expected for each month of coverage in a year and what came for it, with the year's gap. */
export function YearOfTrack({ ledger, variances }: Props) {
  const { months, expected, received, gap } = ledger
  return (
    <section className={css.year} aria-labelledby="year-of-track">
      <div className={css.head}>
        <h3 id="year-of-track">Expected and received by month of coverage</h3>
        {variances && gap !== '0.00' ? (
          <Link to={paths.variances} search={variances}>
            Show variances
          </Link>
        ) : null}
      </div>
      <table>
        <thead>
          <tr>
            <th scope="col">Month</th>
            <th scope="col">Expected</th>
            <th scope="col">Received</th>
            <th scope="col">Gap</th>
          </tr>
        </thead>
        <tbody>
          {months.map((month) => (
            <tr key={month.month}>
              <th scope="row">{monthNames[month.month - 1]}</th>
              <td>{month.expected === null ? <NotRated /> : <MoneyCell amount={month.expected} />}</td>
              <td>
                <MoneyCell amount={month.received} />
              </td>
              <td>
                <MoneyCell amount={month.gap} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Year</th>
            <td>
              <MoneyCell amount={expected} />
            </td>
            <td>
              <MoneyCell amount={received} />
            </td>
            <td>
              <MoneyCell amount={gap} />
            </td>
          </tr>
        </tfoot>
      </table>
    </section>
  )
}

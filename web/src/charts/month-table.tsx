import { monthNames } from '@coverdesk/domain/fields/calendar-date.ts'
import { Link } from '@tanstack/react-router'
import { showCount } from '../ui/basics/cell-value.tsx'
import css from './month-table.module.css'
import type { Series, ShowValue } from './series.ts'

interface MonthTableProps {
  label: string
  series: readonly Series[]
  show?: ShowValue
  /** List behind a value; `month` counts from 0. */
  address?(key: string, month: number): string | null
  /** Without row totals, for values that can't be added up. */
  withoutTotal?: boolean
}

/** Values of a chart by month with row totals; months are columns, so that many series fit. */
export function MonthTable({ label, series, show = showCount, address, withoutTotal = false }: MonthTableProps) {
  return (
    <table className={css.table}>
      <thead>
        <tr>
          <th scope="col">{label}</th>
          {monthNames.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
          {withoutTotal ? null : <th scope="col">Total</th>}
        </tr>
      </thead>
      <tbody className="figures">
        {series.map(({ key, name, values }) => (
          <tr key={key}>
            <th scope="row">{name}</th>
            {monthNames.map((month, index) => (
              <td key={month}>
                <Value shown={show(values[index] ?? 0)} address={address?.(key, index) ?? null} />
              </td>
            ))}
            {withoutTotal ? null : <td>{show(values.reduce((sum, value) => sum + value, 0))}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Value({ shown, address }: { shown: string; address: string | null }) {
  return address === null ? (
    shown
  ) : (
    <Link to={address} className={css.link}>
      {shown}
    </Link>
  )
}

import { monthNames } from '@coverdesk/domain/fields/calendar-date.ts'
import { showCount } from '../ui/basics/cell-value.tsx'
import css from './month-table.module.css'
import type { Series } from './series.ts'

/** Values of a chart by month with row totals; months are columns, so that many series fit. */
export function MonthTable({ label, series }: { label: string; series: readonly Series[] }) {
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
          <th scope="col">Total</th>
        </tr>
      </thead>
      <tbody className="figures">
        {series.map(({ key, name, values }) => (
          <tr key={key}>
            <th scope="row">{name}</th>
            {monthNames.map((month, index) => (
              <td key={month}>{showCount(values[index] ?? 0)}</td>
            ))}
            <td>{showCount(values.reduce((sum, value) => sum + value, 0))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

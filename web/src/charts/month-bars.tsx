import { monthNames } from '@coverdesk/domain/fields/calendar-date.ts'
import css from './month-chart.module.css'
import type { Series } from './series.ts'

/** One bar per series and month. */
export function MonthBars({ series, top }: { series: readonly Series[]; top: number }) {
  return (
    <div className={css.bars} data-many={series.length > 1 || undefined}>
      {monthNames.map((name, month) => (
        <div key={name}>
          {series.map(({ key, color, values }) => {
            const value = values[month] ?? 0
            // A small value is never drawn as zero.
            const height = value > 0 ? `max(1px, ${(value / top) * 100}%)` : 0
            return <span key={key} style={{ height, background: color }} />
          })}
        </div>
      ))}
    </div>
  )
}
